import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, type EngineName } from "@retinue/testkit";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import type { Moment } from "../held-calls.ts";

const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran; echo said"];
const engine_timeout_seconds = 5;

const calls: Record<EngineName, readonly (readonly [string, RegExp, Moment])[]> = {
  docker: [
    ["creates a container", /^POST \/containers\/create/, "asked"],
    ["attaches to it", /^POST \S+\/attach/, "asked"],
    ["starts it", /^POST \S+\/start/, "done"],
    ["waits for it", /^POST \S+\/wait/, "asked"],
    ["waits for it, and has begun to answer", /^POST \S+\/wait/, "answering"],
    ["reads what it said", /^GET \S+\/logs/, "asked"],
    ["reads what it said, and has begun to answer", /^GET \S+\/logs/, "answering"],
    ["removes it", /^DELETE \/containers\/retinue-[0-9a-f]+\?/, "done"],
  ],
  kubernetes: [
    ["creates a Job", /^POST \S+\/jobs$/, "done"],
    ["attaches to its gate", /\/attach/, "asked"],
    ["reads what it said", /^GET \S+\/log\?/, "asked"],
    ["reads what it said, and has begun to answer", /^GET \S+\/log\?/, "answering"],
    ["removes it", /^DELETE \S+\/jobs\//, "done"],
  ],
};
const wait = { docker: /^POST \S+\/wait/, kubernetes: /^GET \S+\/pods\?\S*watch=true/ };

onEachEngine("an engine that says nothing and does not hang up", ({ engine, newOutbox, outboxBehind }) => {
  it.each(calls[engine])(
    "when the watcher %s is asked again: one run, its answer",
    async (_what, call, moment) => {
      const { watched, between } = await outboxBehind({ engine_command, engine_timeout_seconds });
      const workspace = watched.workspace("a");
      const held = between.hold(call, moment);
      await watched.start();
      watched.put(watched.request("a"));
      await held.reached;
      expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
      expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
      await eventually("nothing is left", async () => (await watched.left()).length === 0, 60);
    },
  );

  it("is noticed when it goes away in the middle of an answer", async () => {
    const { watched, between } = await outboxBehind({ engine_command });
    watched.workspace("a");
    const cut = between.cut(wait[engine], "answering");
    await watched.start();
    watched.put(watched.request("a"));
    await cut.reached;
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
  });

  it("does not end a run that takes longer than one of its calls may", async () => {
    const script = "echo x >> /workspace/ran; sleep 8; echo said";
    const watched = await newOutbox({
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
