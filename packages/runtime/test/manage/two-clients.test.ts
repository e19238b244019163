import { expect, test } from "vitest";
import { createSubagentManager } from "../../src/manage/create-subagent-manager.ts";
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
  const offered = await Promise.all([second.unacknowledged(), third.unacknowledged()]);
  expect(offered.flat()).toMatchObject([{ subagentId: "a" }]);
  const [taker] = offered[0]?.length === 1 ? [second] : [third];
  await taker?.acknowledge([{ subagentId: "a", run: 1 }]);
  expect(await second.unacknowledged()).toEqual([]);
  expect(await third.unacknowledged()).toEqual([]);
});
