import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { team } from "../watched-outbox.ts";

const program = join(import.meta.dirname, "../programs/feign-shut.mjs");

onEachEngine("a run that feigns that it was never let go", ({ newOutbox }) => {
  it("runs once, though its engine ends as the gate does and all that is left of its log says so", async () => {
    const watched = await newOutbox();
    const workspace = watched.workspace("a");
    copyFileSync(program, join(workspace, "feign.mjs"));
    const watcher = await watched.start();
    watched.put(watched.request("a", { yaml_config: team("exec node /workspace/feign.mjs") }));
    const response = await watched.response("a");
    await watcher.answerPending();
    expect(existsSync(join(workspace, "ran"))).toBe(true);
    expect(response).toMatchObject({ status: "error", exit_code: 126 });
    expect(response.stdout_tail.length).toBeLessThanOrEqual(2000);
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });
});
