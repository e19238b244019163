import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

test("a run whose end cannot be recorded holds no place for the other servers", async () => {
  const logDirectory = temporaryDirectory();
  const options = { ...scriptedOptions(), logDirectory, maxConcurrent: 1 };
  const one = managerOf(options);
  const two = managerOf(options);
  const [begun, go] = ["begun", "go"].map((name) => join(temporaryDirectory(), name)) as [string, string];
  const task = script({ output: "first" }, { file: [begun, ""] }, { until: go });
  const first = await one.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  const second = await two.spawn({ task: script({ output: "second" }), subagent_id: "b" });
  // Nothing can be written in the place of a directory.
  const record = join(logDirectory, "subagents/a/run.json");
  rmSync(record);
  mkdirSync(record);
  writeFileSync(go, "");
  expect(await first.result).toMatchObject({ answer: "first" });
  expect(await second.result).toMatchObject({ answer: "second" });
  expect((await one.unacknowledged()).map(({ subagentId }) => subagentId)).toEqual(["a"]);
});
