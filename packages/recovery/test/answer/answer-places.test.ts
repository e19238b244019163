import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import {
  answer,
  pairFiles,
  pairStatus,
  runDirectory,
  stamp,
  write,
  type RunDirectory,
} from "../run-directory.ts";

/** A run of one agent whose only answer was given from `workspacePath`. */
function lone(
  workspacePath: (run: RunDirectory) => string,
  files: Record<string, string> = {},
): RunDirectory {
  const run = runDirectory(files);
  const status = pairStatus({
    agents: { alpha: { answer_count: 1 } },
    historical_workspaces: [answer("alpha", "agent1.1", 1, workspacePath(run))],
  });
  write(join(run.logPath, "full_logs/status.json"), status);
  return run;
}

const inRuntime = ({ workspacePath }: RunDirectory) => join(workspacePath, "snap/workspace");

test(`the snapshot in the log comes first ${verifies("LOCATION-SNAPSHOT")}`, async () => {
  const run = lone(inRuntime, {
    [`log/full_logs/alpha/${stamp(1)}/answer.txt`]: "snapshot",
    "workspace/snap/answer.txt": "parent",
    "workspace/snap/workspace/answer.md": "inside",
  });
  const result = await run.recover();
  expect(result.answer).toBe("snapshot");
  expect(result.answer_source).toEqual({
    reason: "first",
    agent_id: "alpha",
    label: "agent1.1",
    path: join(run.logPath, `full_logs/alpha/${stamp(1)}/answer.txt`),
  });
});

test(`then the parent of workspacePath ${verifies("LOCATION-PARENT")}`, async () => {
  const run = lone(inRuntime, {
    "workspace/snap/answer.txt": "parent",
    "workspace/snap/workspace/answer.md": "inside",
  });
  expect(await run.recover()).toMatchObject({ answer: "parent" });
});

test(`then inside it, in a fixed order of names ${verifies("LOCATION-INSIDE")}`, async () => {
  const names = ["answer.md", "answer.txt", "response.md", "response.txt"];
  for (const [index, name] of names.entries()) {
    const later = names.slice(index).map((each) => [`workspace/snap/workspace/${each}`, each]);
    const run = lone(inRuntime, Object.fromEntries(later));
    expect(await run.recover()).toMatchObject({ answer: name });
  }
});

test(`a relative workspacePath is the runtime workspace's ${verifies("LOCATION-PARENT")}`, async () => {
  const run = lone(() => "snap/workspace", { "workspace/snap/answer.txt": "parent" });
  expect(await run.recover()).toMatchObject({ answer: "parent" });
});

describe(`a workspacePath that leads outside ${verifies("PLACES-CONTAINED")}`, () => {
  test("is followed below a root that the caller names, and not without it", async () => {
    const elsewhere = temporaryDirectory();
    write(join(elsewhere, "snap/workspace/answer.md"), "elsewhere");
    const run = lone(() => join(elsewhere, "snap/workspace"));
    const refused = await run.recover();
    expect(refused).toMatchObject({ status: "timeout", answer: null });
    expect(refused.warning).toContain("lies outside the directories that may be read");
    expect(await run.recover({ roots: [elsewhere] })).toMatchObject({
      status: "partial",
      answer: "elsewhere",
    });
    // Of a root, neither a neighbour with the same beginning nor the parent directory belongs to it.
    expect(await run.recover({ roots: [`${elsewhere}/snap/work`] })).toMatchObject({ answer: null });
    write(join(elsewhere, "snap/answer.txt"), "beside the root");
    expect(await run.recover({ roots: [join(elsewhere, "snap/workspace")] })).toMatchObject({
      answer: "elsewhere",
    });
  });

  test.each(["../../secret", "snap/../../secret", "/etc", "\0", ""])("%j", async (path) => {
    const run = lone(() => path);
    write(join(run.directory, "secret/answer.txt"), "secret");
    expect(await run.recover()).toMatchObject({ status: "timeout", answer: null });
  });

  test("through a link in it is refused", async () => {
    const elsewhere = temporaryDirectory();
    write(join(elsewhere, "answer.txt"), "secret");
    const run = lone(({ workspacePath }) => join(workspacePath, "snap/linked"));
    mkdirSync(join(run.workspacePath, "snap"), { recursive: true });
    symlinkSync(elsewhere, join(run.workspacePath, "snap/linked"));
    symlinkSync(join(elsewhere, "answer.txt"), join(run.workspacePath, "snap/answer.txt"));
    const result = await run.recover();
    expect(result).toMatchObject({ status: "timeout", answer: null });
    expect(result.warning).toContain("symbolic link");
  });
});

test(`a snapshot that is a link is refused ${verifies("PLACES-CONTAINED")}`, async () => {
  const elsewhere = temporaryDirectory();
  writeFileSync(join(elsewhere, "answer.txt"), "secret");
  const run = runDirectory(pairFiles());
  const beta = join(run.logPath, "full_logs/beta", stamp(2));
  write(join(beta, "other"), "");
  rmSync(beta, { recursive: true });
  symlinkSync(elsewhere, beta);
  expect(await run.recover()).toMatchObject({ status: "partial", answer: "alpha's answer" });
});

test.each(["..", "a/../../b", "", "\0", "x".repeat(300)])(
  "an agent named %j harms nobody",
  async (agentId) => {
    const agents = { [agentId]: { answer_count: 1 }, alpha: { answer_count: 1 } };
    const entries = [answer(agentId, "agent0.1", 1), answer("alpha", "agent1.1", 1)];
    const run = runDirectory(pairFiles({ agents, historical_workspaces: entries }));
    write(join(run.directory, "secret/answer.txt"), "secret");
    expect(await run.recover()).toMatchObject({ status: "partial", answer: "alpha's answer" });
  },
);

describe(`a winner whose answer cannot be read ${verifies("WINNER-UNREADABLE")}`, () => {
  const presented = { coordination: { phase: "presentation", completion_percentage: 100 } };

  test("falls through to the vote", async () => {
    const results = { votes: { "agent1.1": 1 }, winner: "gone" };
    const result = await runDirectory(pairFiles({ ...presented, results })).recover();
    expect(result).toMatchObject({
      status: "partial",
      answer: "alpha's answer",
      answer_source: { reason: "votes" },
    });
    expect(result.warning).toContain('the answer of the winner "gone" could not be read');
  });

  test("then to the order", async () => {
    const result = await runDirectory(pairFiles({ ...presented, results: { winner: "gone" } })).recover();
    expect(result).toMatchObject({
      status: "partial",
      answer: "beta's answer",
      answer_source: { reason: "first" },
    });
    expect(result.warning).toContain('"gone"');
  });
});

test("the latest answer of an agent is returned, an earlier one with a warning when it is gone", async () => {
  const historical = [answer("alpha", "agent1.1", 1), answer("alpha", "agent1.2", 3)];
  const files = {
    ...pairFiles({ agents: { alpha: { answer_count: 2 } }, historical_workspaces: historical }),
    [`log/full_logs/alpha/${stamp(3)}/answer.txt`]: "alpha's second",
  };
  expect(await runDirectory(files).recover()).toMatchObject({
    answer: "alpha's second",
    answer_source: { label: "agent1.2" },
  });
  files[`log/full_logs/alpha/${stamp(3)}/answer.txt`] = " \n";
  const older = await runDirectory(files).recover();
  expect(older.answer).toBe("alpha's answer");
  expect(older.warning).toContain("an earlier one is returned");
});

test(`a newest snapshot with only a vote hides no answer ${verifies("VOTE-ONLY-SNAPSHOT")}`, async () => {
  const files = {
    ...pairFiles({ historical_workspaces: "damaged", agents: { alpha: { answer_count: 1 } } }),
    [`log/full_logs/alpha/${stamp(5)}/vote.json`]: { voted_for: "beta" },
  };
  expect(await runDirectory(files).recover()).toMatchObject({ status: "partial", answer: "alpha's answer" });
});

test("an answer beyond the limit is cut between characters, and says where the rest is", async () => {
  const run = runDirectory({ ...pairFiles(), [`log/full_logs/beta/${stamp(2)}/answer.txt`]: "ääää" });
  const result = await run.recover({ maxAnswerBytes: 5 });
  expect(result.answer).toBe("ää");
  expect(result.warning).toContain("cut to its first 5 bytes; all 8 are in");
  expect(await run.recover({ maxAnswerBytes: 8 })).toMatchObject({ answer: "ääää" });
});
