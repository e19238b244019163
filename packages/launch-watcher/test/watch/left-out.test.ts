import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";

onEachEngine("a file among the contexts of a run", ({ newOutbox }) => {
  it("attack 11: is read from a copy, and cannot be written", async () => {
    const watched = await newOutbox();
    const workspace = watched.workspace("a");
    const notes = join(watched.contexts, "notes.md");
    writeFileSync(notes, "the notes");
    await watched.start();
    const script = "cat /input/context/0/notes.md; echo x > /input/context/0/notes.md || echo; echo refused";
    const { orchestrator, ...rest } = team(script);
    const yaml_config = { ...rest, orchestrator: { ...orchestrator, context_paths: [notes] } };
    watched.put(watched.request("a", { yaml_config }));
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toMatch(/the notes\s+refused/);
    expect(readFileSync(notes, "utf8")).toBe("the notes");
  });
});

describe.skipIf(noEngine !== undefined)(`a configuration in a run${skipped}`, () => {
  it(`loses what is not known of it, and the log says what, in bounds ${verifies("HOST-LEFT-OUT")}`, async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    await watched.start();
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`k${index}${"x".repeat(200)}`, 1]),
    );
    watched.put(watched.request("a", { yaml_config: { ui: { display: "rich" }, ...team("true"), ...many } }));
    await watched.response("a");
    const said = watched.events.find(({ event }) => event === "left_out");
    expect(said).toMatchObject({ subagent_id: "a", count: 1001, keys: expect.arrayContaining(["ui"]) });
    expect(JSON.stringify(said).length).toBeLessThan(8000);
  });
});
