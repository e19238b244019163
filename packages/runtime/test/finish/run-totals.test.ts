import { eventually, verifies } from "@retinue/testkit";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";

const foreignRow = {
  subagent_id: "elsewhere",
  status: "presentation",
  input_tokens: 1_000,
  output_tokens: 100,
  estimated_cost: 0.5,
  elapsed_seconds: 3,
  task: "of another parent",
  api_timing: { total_time_ms: 12.5, total_calls: 4, avg_time_ms: 3.1 },
};

function loggingOptions() {
  const options = scriptedOptions();
  const logDirectory = join(options.workspace, "../logs");
  const path = join(logDirectory, "metrics_summary.json");
  mkdirSync(logDirectory, { recursive: true });
  return {
    options: { ...options, logDirectory },
    path,
    summary: () => JSON.parse(readFileSync(path, "utf8")),
  };
}

const counted = script(
  { status: teamStatus("presentation") },
  { snapshot: ["beta", "b"] },
  { output: "done" },
);

test(`the run's log directory tells totals and a line for each subagent ${verifies("RUN-TOTALS")}`, async () => {
  const { options, path, summary } = loggingOptions();
  const manager = managerOf(options);
  const tasks = [
    { task: counted, subagent_id: "one" },
    { task: script({ exit: 3 }), subagent_id: "two" },
  ];
  const spawned = await manager.spawnParallel(tasks);
  await Promise.all(spawned.map(({ result }) => result));
  // Results come before what goes with them.
  await eventually("both lines", () => existsSync(path) && summary().subagents.total_subagents === 2);
  const { subagents, ...rest } = summary();
  expect(rest).toEqual({});
  expect(subagents).toMatchObject({
    total_subagents: 2,
    total_input_tokens: 100,
    total_output_tokens: 10,
    total_estimated_cost: 0.25,
  });
  expect(Object.keys(subagents).filter((key) => key.startsWith("total_api"))).toEqual([]);
  const rows = Object.fromEntries(
    subagents.subagents.map((row: { subagent_id: string }) => [row.subagent_id, row]),
  );
  expect(rows.one).toMatchObject({ status: "completed", input_tokens: 100, estimated_cost: 0.25 });
  expect(rows.one.task).toBe(counted.slice(0, 100));
  expect(rows.two).toMatchObject({ status: "error", elapsed_seconds: expect.any(Number) });
  expect(rows.two).not.toHaveProperty("input_tokens");

  // A further run of the same subagent adds to its line.
  await (
    await manager.spawn({ task: counted, subagent_id: "one" })
  ).result;
  await eventually("the further run", () => summary().subagents.total_input_tokens === 200);
  expect(summary().subagents).toMatchObject({
    total_subagents: 2,
    total_input_tokens: 200,
    total_estimated_cost: 0.5,
  });
});

test(`what others wrote into it stays ${verifies("RUN-TOTALS-MERGED")}`, async () => {
  const { options, path, summary } = loggingOptions();
  const theirs = {
    meta: { winner: "lead" },
    totals: { estimated_cost: 2.5, agent_cost: 2, subagent_cost: 0.5 },
    tools: { total_calls: 7 },
    subagents: { total_subagents: 1, note: "kept", subagents: [foreignRow] },
  };
  writeFileSync(path, JSON.stringify(theirs));
  await (
    await managerOf(options).spawn({ task: counted, subagent_id: "one" })
  ).result;
  await eventually("its line", () => summary().subagents.total_subagents === 2);
  const { subagents, ...rest } = summary();
  expect(rest).toEqual({ meta: theirs.meta, totals: theirs.totals, tools: theirs.tools });
  expect(subagents).toMatchObject({
    total_subagents: 2,
    total_input_tokens: 1_100,
    total_estimated_cost: 0.75,
    total_api_time_ms: 12.5,
    total_api_calls: 4,
    note: "kept",
    subagents: [foreignRow, { subagent_id: "one" }],
  });
});

test("a file that is no summary is set aside", async () => {
  const { options, path, summary } = loggingOptions();
  writeFileSync(path, '{"subagents": [');
  await (
    await managerOf(options).spawn({ task: counted, subagent_id: "one" })
  ).result;
  await eventually("a summary", () => globSync(`${path}.damaged-*`).length === 1 && existsSync(path));
  expect(summary().subagents.total_subagents).toBe(1);
  const [aside = ""] = globSync(`${path}.damaged-*`);
  expect(readFileSync(aside, "utf8")).toBe('{"subagents": [');
});

test(`parents with workspaces of their own may share a log directory: no line is lost ${verifies("RUN-TOTALS-MERGED")}`, async () => {
  const { options, summary } = loggingOptions();
  const managers = ["a", "b", "c"].map((name) => {
    const { workspace } = scriptedOptions(join(options.workspace, "..", name));
    return managerOf({ ...options, workspace });
  });
  const results = managers.flatMap((manager, parent) =>
    [1, 2, 3].map(
      async (number) => (await manager.spawn({ task: counted, subagent_id: `s${parent}_${number}` })).result,
    ),
  );
  await Promise.all(results);
  // No result waits for the totals.
  await expect.poll(() => summary().subagents.total_subagents, { timeout: 20_000 }).toBe(9);
  expect(summary().subagents).toMatchObject({ total_subagents: 9, total_input_tokens: 900 });
});

test("a total that nobody knows is absent, also where an earlier summary has it as 0", async () => {
  const { options, path, summary } = loggingOptions();
  const zeros = { total_subagents: 0, total_input_tokens: 0, total_estimated_cost: 0, total_api_calls: 0 };
  writeFileSync(path, JSON.stringify({ subagents: { ...zeros, subagents: [] } }));
  await (
    await managerOf(options).spawn({ task: script({ output: "done" }), subagent_id: "one" })
  ).result;
  await expect.poll(() => summary().subagents.total_subagents, { timeout: 20_000 }).toBe(1);
  expect(summary().subagents).toEqual({
    total_subagents: 1,
    subagents: [expect.not.objectContaining({ input_tokens: expect.anything() })],
  });
});
