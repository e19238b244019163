import { readdirSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { recover } from "../../src/index.ts";
import { copyRun, runNames, situations } from "../recorded-runs.ts";
import { pairFiles, runDirectory } from "../run-directory.ts";

describe.each(situations)("a recorded run, %s", (situation) => {
  test.each(runNames)("%s", async (name) => {
    const { directory, logPath, workspacePath, expected, ending } = copyRun(name, situation);
    for (const [named, workspace] of [
      [logPath, workspacePath],
      [join(directory, "log"), workspacePath],
    ] as const) {
      const { result, kind, ending: how } = await recover(named, { ending, workspacePath: workspace });
      const { status, success, answer, token_usage, completion_percentage, subagent_id } = expected;
      expect(result).toMatchObject({ subagent_id, status, success, answer, token_usage, workspace });
      expect(result.completion_percentage).toBe(completion_percentage);
      expect([kind, how.known]).toEqual(["subagent", "given"]);
    }
  });
});

test(`every answer that was considered is accounted for ${verifies("WINNER-UNREADABLE")}`, async () => {
  const results = { votes: { "agent1.1": 1 }, winner: "gone" };
  const { considered, statusPath, logPath } = await recover(runDirectory(pairFiles({ results })).logPath);
  expect(considered.map(({ agent_id, reason, taken }) => [agent_id, reason, taken])).toEqual([
    ["gone", "winner", false],
    ["alpha", "votes", true],
    ["beta", "first", false],
  ]);
  expect(considered.map(({ note }) => note)).toEqual([
    "no file of it is left",
    undefined,
    "another one comes first",
  ]);
  expect(statusPath).toBe(join(logPath ?? "", "full_logs/status.json"));
});

test("recovery changes nothing on disk", async () => {
  const { directory, logPath } = copyRun("completed-pair");
  const before = readdirSync(directory, { recursive: true }).toSorted();
  await recover(logPath);
  expect(readdirSync(directory, { recursive: true }).toSorted()).toEqual(before);
});
