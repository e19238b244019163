import { descriptorLimit, eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
