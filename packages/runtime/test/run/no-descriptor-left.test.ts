import { descriptorLimit, eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setAsideUnlessRecord } from "../../src/record/run-record-file.ts";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

test("a run that ends while its server is out of descriptors is looked at again, and comes back with its answer", async (context) => {
  const { limit, lift, elsewhere } = descriptorLimit(
    context,
    process.env["RETINUE_REQUIRE_ALL"] !== undefined,
  );
  const options = { ...scriptedOptions(), logDirectory: join(temporaryDirectory(), "logs") };
  const manager = managerOf(options);
  const [begun, go] = ["begun", "go"].map((name) => join(temporaryDirectory(), name)) as [string, string];
  const task = script({ output: "done" }, { file: [begun, ""] }, { until: go });
  const spawned = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  await limit();
  const ended = `${options.logDirectory}/subagents/a/supervisor/run_1/ended.json`;
  // Its supervisor goes then: this server sees its end, and cannot look at what it left.
  await elsewhere(`touch ${go}; until [ -e ${ended} ]; do sleep 0.05; done; sleep 1.5`);
  await lift();
  expect(await spawned.result).toMatchObject({ status: "completed", answer: "done" });
  expect((await manager.list())[0]).toMatchObject({ status: "completed" });
});

test("a record that cannot be read just now is not set aside", async (context) => {
  const { limit, lift } = descriptorLimit(context, process.env["RETINUE_REQUIRE_ALL"] !== undefined);
  const path = join(temporaryDirectory(), "run.json");
  writeFileSync(path, "{}");
  await limit();
  let thrown: unknown;
  try {
    setAsideUnlessRecord(path);
  } catch (error) {
    thrown = error;
  }
  await lift();
  expect(thrown).toMatchObject({ code: "IO_ERROR" });
  expect(existsSync(path)).toBe(true);
  expect(setAsideUnlessRecord(path)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});
