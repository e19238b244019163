import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";

/** What the status of these runs says of their cost. */
const spent = 0.25;

/** A manager of runs of an engine that knows no budgets. */
function massgenWith(maxCost: number) {
  const options = scriptedOptions();
  const { command = [] } = options.engine ?? {};
  return managerOf({
    ...options,
    engine: { kind: "massgen", command },
    coordination: { subagent_max_cost: maxCost },
  });
}

test("a run whose engine knows no budget is stopped when its status says that it is spent", async () => {
  const manager = massgenWith(spent);
  const task = script(
    { snapshot: ["alpha", "half"] },
    { status: teamStatus("initial_answer") },
    { sleep: 85 },
  );
  const { result } = await manager.spawn({ task, subagent_id: "a" });
  expect(await result).toMatchObject({
    status: "partial",
    answer: "half",
    error: "the run was stopped since its budget was spent",
    warning: expect.stringMatching(
      /^its budget was spent \(\$0\.25 of \$0\.25\), so it was cut off/,
    ) as string,
    budget: { max_cost: 0.25, spent_cost: 0.25, left_cost: 0, held_by: "engine" },
  });
  expect(await manager.list()).toMatchObject([{ status: "partial" }]);
});

test("from nine tenths on it is told to finish", async () => {
  const manager = massgenWith(spent / 0.91);
  const task = script(
    { status: teamStatus("initial_answer") },
    { receive: "without receipt" },
    { output: "as far as I came" },
  );
  const { workspace, result } = await manager.spawn({ task });
  expect(await result).toMatchObject({ status: "completed", answer: "as far as I came" });
  expect(JSON.parse(readFileSync(join(workspace, "received.json"), "utf8"))).toMatchObject({
    kind: "wrap_up",
    content: expect.stringContaining("almost used up") as string,
  });
});
