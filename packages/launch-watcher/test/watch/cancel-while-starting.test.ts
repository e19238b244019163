import { existsSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const engine_command = ["/bin/sh", "-c", "echo x > /workspace/ran"];

async function cancel({ outbox, events }: WatchedOutbox): Promise<void> {
  writeFileSync(join(outbox, "cancel_a"), "");
  await eventually("the cancel is seen", () => events.some(({ event }) => event === "cancel"));
}

describe.skipIf(noEngine !== undefined)(`attack 23: a cancel while a run is started${skipped}`, () => {
  it.each([
    ["before its container is created", /^POST \/containers\/create/, "asked", 1000],
    ["while its container is created", /^POST \/containers\/create/, "done", 1000],
    ["between create and start", /^POST \S+\/attach/, "asked", 1000],
    ["before the engine has started it", /^POST \S+\/start/, "asked", 1000],
    ["between start and go", /^POST \S+\/start/, "done", 1000],
    ["while its workspace is lent", /^POST \/containers\/create\S+-owner/, "done", 0],
  ] as const)(
    `%s stops it before anything ran ${verifies("HOST-CANCELS")}`,
    async (_when, call, moment, uid) => {
      const between = await engineBetween();
      const watched = await watchedOutbox({ docker_socket: between.socket, engine_command });
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
