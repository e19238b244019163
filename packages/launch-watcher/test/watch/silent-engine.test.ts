import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran; echo said"];
const engine_timeout_seconds = 5;

describe.skipIf(noEngine !== undefined)(`an engine that says nothing and does not hang up${skipped}`, () => {
  it.each([
    ["creates a container", /^POST \/containers\/create/, "asked"],
    ["attaches to it", /^POST \S+\/attach/, "asked"],
    ["starts it", /^POST \S+\/start/, "done"],
    ["waits for it", /^POST \S+\/wait/, "asked"],
    ["waits for it, and has begun to answer", /^POST \S+\/wait/, "answering"],
    ["reads what it said", /^GET \S+\/logs/, "asked"],
    ["reads what it said, and has begun to answer", /^GET \S+\/logs/, "answering"],
    ["removes it", /^DELETE \/containers\/retinue-[0-9a-f]+\?/, "done"],
  ] as const)("when the watcher %s is asked again: one run, its answer", async (_what, call, moment) => {
    const between = await engineBetween();
    const watched = await watchedOutbox({
      docker_socket: between.socket,
      engine_command,
      engine_timeout_seconds,
    });
    const workspace = watched.workspace("a");
    const held = between.hold(call, moment);
    await watched.start();
    watched.put(watched.request("a"));
    await held.reached;
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
    await eventually("nothing is left", async () => (await watched.left()).length === 0, 60);
  });

  it("is noticed when it goes away in the middle of an answer", async () => {
    const between = await engineBetween();
    const watched = await watchedOutbox({ docker_socket: between.socket, engine_command });
    watched.workspace("a");
    const cut = between.cut(/^POST \S+\/wait/, "answering");
    await watched.start();
    watched.put(watched.request("a"));
    await cut.reached;
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
  });

  it("does not end a run that takes longer than one of its calls may", async () => {
    const script = "echo x >> /workspace/ran; sleep 8; echo said";
    const watched = await watchedOutbox({
      engine_command: ["/bin/sh", "-c", script],
      engine_timeout_seconds: 2,
    });
    const workspace = watched.workspace("a");
    await watched.start();
    watched.put(watched.request("a"));
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });
});
