import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSubagentManager } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { scriptedOptions } from "./manage/workspace.ts";

test("the README's example", async () => {
  const workspace = temporaryDirectory();
  const { engine } = scriptedOptions();
  mkdirSync(join(workspace, "docs"));
  writeFileSync(join(workspace, "CONTEXT.md"), "A small project.");
  const task = JSON.stringify([{ output: "Three files." }]);
  // #region example
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "solo", backend: { type: "command", command: ["wc", "-l"] } }],
    engine,
    runtimeMode: "inherited",
    environment: process.env,
  });
  const spawned = await manager.spawn({ task, context_paths: ["docs"], timeout_seconds: 120 });
  for await (const { phase, completion_percentage } of spawned.progress())
    console.log(phase, completion_percentage);
  const { status, answer, answer_directory, files } = await spawned.result;
  // #endregion example
  onTestFinished(() => manager.close());
  // Nobody left any.
  expect({ status, answer, answer_directory, files }).toEqual({
    status: "completed",
    answer: "Three files.",
  });
});
