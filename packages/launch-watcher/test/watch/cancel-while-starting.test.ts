import { existsSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, verifies, type EngineName } from "@retinue/testkit";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import type { Moment } from "../held-calls.ts";
import type { LeftOutbox } from "../watched-outbox.ts";

const engine_command = ["/bin/sh", "-c", "echo x > /workspace/ran"];

const moments: Record<EngineName, readonly (readonly [string, RegExp, Moment, number])[]> = {
  docker: [
    ["before its container is created", /^POST \/containers\/create/, "asked", 1000],
    ["while its container is created", /^POST \/containers\/create/, "done", 1000],
    ["between create and start", /^POST \S+\/attach/, "asked", 1000],
    ["before the engine has started it", /^POST \S+\/start/, "asked", 1000],
    ["between start and go", /^POST \S+\/start/, "done", 1000],
    ["while its workspace is lent", /^POST \/containers\/create\S+-owner/, "done", 0],
  ],
  kubernetes: [
    ["before its Job is created", /^POST \S+\/jobs$/, "asked", 1000],
    ["while its Job is created", /^POST \S+\/jobs$/, "done", 1000],
    ["before its gate is attached to", /\/attach/, "asked", 1000],
    ["before its gate is talked to", /\/attach/, "done", 1000],
  ],
};

async function cancel({ outbox, events }: LeftOutbox): Promise<void> {
  writeFileSync(join(outbox, "cancel_a"), "");
  await eventually("the cancel is seen", () => events.some(({ event }) => event === "cancel"));
}

onEachEngine("attack 23: a cancel while a run is started", ({ engine, outboxBehind }) => {
  it.each(moments[engine])(
    `%s stops it before anything ran ${verifies("HOST-CANCELS")}`,
    async (_when, call, moment, uid) => {
      const { watched, between } = await outboxBehind({ engine_command });
      const workspace = watched.workspace("a", uid);
      const held = between.hold(call, moment);
      const watcher = await watched.start();
      watched.put(watched.request("a"));
      await held.reached;
      await cancel(watched);
      held.goOn();
      expect(await watched.response("a")).toMatchObject({ status: "cancelled", exit_code: -1 });
      await watcher.answerPending();
      expect(existsSync(join(workspace, "ran"))).toBe(false);
      expect(lstatSync(workspace).uid).toBe(uid);
      expect(existsSync(join(watched.outbox, "cancel_a"))).toBe(false);
      expect(await watched.left()).toEqual([]);
    },
  );
});
