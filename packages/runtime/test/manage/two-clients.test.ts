import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSubagentManager } from "../../src/manage/create-subagent-manager.ts";
import { tryLock } from "@retinue/contained-fs";
import { stateDirectory } from "../../src/own/state-directory.ts";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

test("a result is offered to the client that asked for it alone, and to one other when that one is gone", async () => {
  const options = scriptedOptions();
  const owner = createSubagentManager(options);
  const [second, third] = [managerOf(options), managerOf(options)];
  await second.list();
  await third.list();
  await (
    await owner.spawn({ task: script({ output: "done" }), subagent_id: "a" })
  ).result;
  expect(await second.unacknowledged()).toEqual([]);
  expect(await owner.unacknowledged()).toMatchObject([{ subagentId: "a", result: { answer: "done" } }]);
  await owner.close();
  // Both have seen that nobody owns it before one of them can take it.
  const held = tryLock(stateDirectory(options.workspace).workspaceLock);
  const asked = [second.unacknowledged(), third.unacknowledged()];
  await delay(200);
  held?.release();
  const offered = await Promise.all(asked);
  expect(offered.flat()).toMatchObject([{ subagentId: "a" }]);
  const [taker] = offered[0]?.length === 1 ? [second] : [third];
  await taker?.acknowledge([{ subagentId: "a", run: 1 }]);
  expect(await second.unacknowledged()).toEqual([]);
  expect(await third.unacknowledged()).toEqual([]);
});
