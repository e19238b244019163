import { execFileSync } from "node:child_process";
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventually, verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

/** That the watcher lives: it answers an ordinary request. */
async function lives(watched: WatchedOutbox): Promise<void> {
  watched.workspace("after");
  watched.put(watched.request("after"));
  expect(await watched.response("after")).toMatchObject({ status: "completed" });
}

describe.skipIf(noEngine !== undefined)(`a hostile outbox${skipped}`, () => {
  it(`attack 2: links, FIFOs, devices and directories as requests are refused and logged ${verifies("HOST-FOLLOWS-NOTHING")}`, async () => {
    const watched = await watchedOutbox();
    const at = (name: string) => join(watched.outbox, `request_${name}.json`);
    const secret = join(watched.workspaces, "secret.json");
    writeFileSync(secret, JSON.stringify(watched.request("hard")));
    symlinkSync(secret, at("symlink"));
    linkSync(secret, at("hard"));
    execFileSync("mkfifo", [at("fifo")]);
    execFileSync("mknod", [at("device"), "c", "1", "5"]);
    mkdirSync(at("directory"));
    const watcher = await watched.start();
    await watcher.answerPending();
    const refused = watched.events.filter(({ event }) => event === "refused");
    const named = refused.map(({ subagent_id }) => subagent_id).toSorted();
    expect(named).toEqual(["device", "directory", "fifo", "hard", "symlink"]);
    // The watcher's own heartbeat.
    expect(readdirSync(watched.outbox)).toEqual(["watcher.alive"]);
    expect(readFileSync(secret, "utf8")).toContain("hard");
    await lives(watched);
  });

  it("attack 5: a sparse request of 2 GB is refused unread", async () => {
    const watched = await watchedOutbox();
    const path = join(watched.outbox, "request_huge.json");
    closeSync(openSync(path, "w"));
    truncateSync(path, 2_000_000_000);
    await watched.start();
    const found = await eventually("it is refused", () =>
      watched.events.find(({ event }) => event === "refused"),
    );
    expect(found).toMatchObject({ subagent_id: "huge", reason: expect.stringContaining("larger") });
    await lives(watched);
  });

  it.each([
    ["malformed JSON", "{", "not JSON"],
    ["a depth of 5,000", `{"version":1,"yaml_config":${'{"a":'.repeat(5000)}1${"}".repeat(5001)}`, "deep"],
    ["__proto__", '{"version":1,"__proto__":{"task":"x"}}', "__proto__"],
    ["a number beyond numbers", '{"version":1,"timeout_seconds":1e999}', "too large"],
    ["another version", '{"version":2}', "version"],
  ])("attack 6: %s is answered with an error", async (_what, text, reason) => {
    const watched = await watchedOutbox();
    writeFileSync(join(watched.outbox, "request_bad.json"), text);
    await watched.start();
    const response = await watched.response("bad");
    expect(response).toMatchObject({ status: "error", exit_code: -1 });
    expect(response.stderr_tail).toContain(reason);
    expect(watched.events.some(({ event }) => event === "started")).toBe(false);
  });

  it("attack 1: a body of another id, and names that are no ids, start nothing", async () => {
    const watched = await watchedOutbox();
    watched.workspace("other");
    writeFileSync(join(watched.outbox, "request_..%2fx.json"), "{}");
    writeFileSync(join(watched.outbox, "request_a\nb.json"), "{}");
    writeFileSync(join(watched.outbox, "request_é.json"), "{}");
    writeFileSync(join(watched.outbox, "request_name.json"), JSON.stringify(watched.request("other")));
    await watched.start();
    expect((await watched.response("name")).stderr_tail).toContain("named after name");
    expect(watched.events.some(({ event }) => event === "started")).toBe(false);
    expect(watched.events.filter(({ event }) => event === "claimed")).toHaveLength(1);
  });

  it("attack 14: a response that is a link is replaced, and what it points to is left", async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    const victim = join(watched.workspaces, "victim");
    writeFileSync(victim, "precious");
    symlinkSync(victim, join(watched.outbox, "response_a.json"));
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    await watcher.answerPending();
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect(lstatSync(join(watched.outbox, "response_a.json")).isFile()).toBe(true);
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
  });

  it("attack 14: a response that is a directory is logged, and the watcher goes on", async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    mkdirSync(join(watched.outbox, "response_a.json"));
    await watched.start();
    watched.put(watched.request("a"));
    const said = await eventually("it says so", () =>
      watched.events.find(({ event }) => event === "unpublished"),
    );
    expect(said).toMatchObject({ level: "error", subagent_id: "a" });
    await lives(watched);
  });

  it(
    "attack 17: takes 100 requests at once behind 10,000 junk files in order of arrival, each once",
    { timeout: 240_000 },
    async () => {
      const watched = await watchedOutbox({
        engine_command: ["sh", "-c", "exit 0"],
        max_concurrent: 8,
        outbox: { max_concurrent: 8 },
      });
      for (let index = 0; index < 10_000; index += 1)
        writeFileSync(join(watched.outbox, `junk_${index}`), "");
      // Those that came in the same tick of the clock are taken by name.
      const names = Array.from({ length: 100 }, (_, index) => `r${String(index).padStart(3, "0")}`);
      for (const name of names) {
        watched.workspace(name);
        watched.put(watched.request(name));
      }
      const watcher = await watched.start();
      await watcher.answerPending();
      for (const name of names) expect(await watched.response(name)).toMatchObject({ status: "completed" });
      const of = (event: string) => watched.events.filter((each) => each.event === event);
      expect(of("claimed").map(({ subagent_id }) => subagent_id)).toEqual(names);
      expect(of("started")).toHaveLength(100);
      expect(await watched.left()).toEqual([]);
    },
  );

  it("attack 17: refuses what goes beyond an outbox's lifetime, and lets what goes beyond its rate wait", async () => {
    const watched = await watchedOutbox({
      engine_command: ["sh", "-c", "exit 0"],
      outbox: { max_requests: 1, max_per_minute: 2 },
    });
    for (const name of ["a", "b", "c"]) {
      watched.workspace(name);
      watched.put(watched.request(name));
    }
    const watcher = await watched.start();
    await watcher.answerPending();
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(await watched.response("b")).toMatchObject({
      status: "error",
      stderr_tail: expect.stringContaining("max_requests"),
    });
    expect(readdirSync(watched.outbox)).toContain("request_c.json");
  });
});

onEachEngine("the environment of a watcher", ({ newOutbox }) => {
  it("attack 8: reaches neither the engine's records nor the child", async () => {
    process.env["RETINUE_CANARY"] = "canary-7f3a";
    try {
      const watched = await newOutbox();
      const workspace = watched.workspace("a");
      await watched.start();
      watched.put(watched.request("a", { yaml_config: team("export -p") }));
      await watched.response("a");
      const seen = readFileSync(join(workspace, "answer.txt"), "utf8");
      expect(seen).toContain("PATH");
      expect(seen).not.toContain("canary");
      expect(JSON.stringify(watched.events)).not.toContain("canary");
    } finally {
      delete process.env["RETINUE_CANARY"];
    }
  });
});
