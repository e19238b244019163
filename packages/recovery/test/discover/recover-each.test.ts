import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { listAnswers, recoverEach } from "../../src/index.ts";
import { copyRun, runNames, type RunCopy } from "../recorded-runs.ts";
import { pairFiles, pairStatus, runDirectory, stamp, write } from "../run-directory.ts";
import { ended, record } from "../run-records.ts";

/** The runs in a directory for each, as they lie in massgen-logs. */
function beneathOne(names: readonly string[], change: (copy: RunCopy) => void = () => {}) {
  const top = temporaryDirectory();
  const copies = names.map((name) => {
    const copy = copyRun(name);
    change(copy);
    cpSync(copy.directory, join(top, name), { recursive: true });
    return copy;
  });
  return { top, copies };
}

describe("all runs beneath a directory", () => {
  test.each([
    ["as they lie there", () => {}],
    [
      "without full_logs",
      ({ logPath }: RunCopy) => rmSync(join(logPath, "full_logs"), { recursive: true, force: true }),
    ],
  ])(
    "are the recorded ones, each with its workspace, and give what they give alone: %s",
    async (_, change) => {
      const { top, copies } = beneathOne(runNames, change);
      const { runs, failed, isCut } = await recoverEach(top);
      expect({ failed, isCut }).toEqual({ failed: [], isCut: false });
      expect(runs.map(({ kind, logPath, workspacePath }) => [kind, logPath, workspacePath])).toEqual(
        runNames.map((name) => [
          "subagent",
          join(top, name, "log/subagents/review"),
          join(top, name, "workspace-of-parent/subagents/review/workspace"),
        ]),
      );
      expect(runs.map(({ result }) => result.answer)).toEqual(copies.map(({ expected }) => expected.answer));
    },
  );

  test("of a run that lies in one place alone, that one", async () => {
    const { top } = beneathOne(["completed-pair", "killed-enforcement"], ({ directory }) =>
      rmSync(join(directory, "log"), { recursive: true }),
    );
    const { runs } = await recoverEach(top);
    expect(runs.map(({ kind }) => kind)).toEqual(["workspace", "workspace"]);
  });

  test("are those of a parent's directory as well: in its logs and workspaces, once", async () => {
    const parent = temporaryDirectory();
    const logs = join(parent, ".massgen/massgen_logs/log_20260102_190000/turn_1/attempt_1/subagents");
    for (const id of ["one", "two"]) {
      const workspace = join(parent, "subagents", id, "workspace");
      write(join(workspace, `subagent_config_${id}.yaml`), "agents: []");
      cpSync(runDirectory(pairFiles()).logPath, join(logs, id), { recursive: true });
      write(join(logs, id, "run.json"), record([ended("cancelled")], { subagent_id: id, workspace }));
    }
    mkdirSync(join(parent, "node_modules/subagents/three/full_logs"), { recursive: true });
    symlinkSync("/", join(parent, "root"));
    const { runs } = await recoverEach(parent);
    expect(runs.map(({ result, workspacePath }) => [result.subagent_id, workspacePath])).toEqual([
      ["one", join(parent, "subagents/one/workspace")],
      ["two", join(parent, "subagents/two/workspace")],
    ]);
  });

  test("engines' own directories of logs count as a run each, and the subagents within them", async () => {
    const top = temporaryDirectory();
    for (const project of ["a", "b"]) {
      const attempt = join(top, project, ".massgen/massgen_logs/log_20260102_190000/turn_1/attempt_1");
      cpSync(join(runDirectory(pairFiles()).logPath, "full_logs"), attempt, { recursive: true });
      write(join(attempt, "subagents/inner/full_logs/status.json"), pairStatus());
    }
    const { runs } = await recoverEach(top);
    expect(runs.map(({ kind, result }) => [kind, result.answer])).toEqual([
      ["run", "beta's answer"],
      ["subagent", null],
      ["run", "beta's answer"],
      ["subagent", null],
    ]);
  });

  test("a directory of one run is that one, and of none is an error", async () => {
    const { logPath } = copyRun("completed-pair");
    expect((await recoverEach(logPath)).runs).toHaveLength(1);
    await expect(recoverEach(temporaryDirectory())).rejects.toMatchObject({ code: "NOTHING_FOUND" });
    const { top } = beneathOne(runNames.slice(0, 2));
    await expect(recoverEach(top, { ending: "timeout" })).rejects.toMatchObject({ code: "NOTHING_FOUND" });
  });
});

test("all answers of all agents and attempts are listed, with why each was not taken", async () => {
  const attempt = (second: number) => `log/live_logs/log_20260102_19000${second}/turn_1/attempt_1`;
  const { logPath } = runDirectory({
    [`${attempt(1)}/alpha/${stamp(1)}/answer.txt`]: "an earlier one",
    [`${attempt(2)}/status.json`]: pairStatus({ results: { votes: { "agent2.1": 2 }, winner: null } }),
    [`${attempt(2)}/alpha/${stamp(1)}/answer.txt`]: "alpha's",
    [`${attempt(2)}/beta/${stamp(2)}/answer.txt`]: "beta's",
    [`${attempt(2)}/beta/${stamp(0)}/answer.txt`]: "",
    [`${attempt(2)}/.drafts/alpha_1.md`]: "half",
  });
  const { runs } = await recoverEach(logPath);
  const listed = await listAnswers(runs[0] as (typeof runs)[number]);
  const shown = listed.map(({ kind, agent_id, label, bytes, votes, taken, note }) => [
    kind,
    agent_id,
    label,
    bytes,
    votes,
    taken ? "taken" : note,
  ]);
  expect(shown).toEqual([
    ["answer", "alpha", "agent1.1", 7, undefined, "another one comes first"],
    ["answer", "beta", "agent2.1", 6, 2, "taken"],
    ["answer", "beta", undefined, 0, 2, "it is empty"],
    ["draft", "alpha", undefined, 4, undefined, "a draft counts only where nobody has answered"],
    ["answer", "alpha", undefined, 14, undefined, "a later attempt comes first"],
  ]);
});
