import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { recover, recoverSubagent } from "../../src/index.ts";
import { copyRun } from "../recorded-runs.ts";
import { pairFiles, pairStatus, runDirectory, write, type RunDirectory } from "../run-directory.ts";
import { ended, record } from "../run-records.ts";

describe("what a directory is", () => {
  /** Our own layout: a run that logs into live_logs, and an earlier one. */
  function ours(): RunDirectory & { readonly attempt: string; readonly earlier: string } {
    const live = (log: string) => `log/live_logs/${log}/turn_1/attempt_1`;
    const made = runDirectory({
      [`${live("log_20260102_190100")}/status.json`]: pairStatus({ costs: { total_input_tokens: 1 } }),
      [`${live("log_20260102_190200")}/status.json`]: pairStatus({ costs: { total_input_tokens: 2 } }),
      "log/run.json": record([ended("cancelled")]),
    });
    for (const log of ["log_20260102_190100", "log_20260102_190200"]) {
      const { "log/full_logs/status.json": _, ...answers } = pairFiles();
      for (const [path, text] of Object.entries(answers))
        write(join(made.directory, path.replace("log/full_logs", live(log))), text);
    }
    symlinkSync("live_logs/log_20260102_190200/turn_1/attempt_1", join(made.logPath, "full_logs"));
    return {
      ...made,
      attempt: join(made.directory, live("log_20260102_190200")),
      earlier: join(made.directory, live("log_20260102_190100")),
    };
  }

  test("a run's directory of logs, from any level, with the record of the log directory above", async () => {
    const { logPath, attempt } = ours();
    const above = [join(logPath, "live_logs"), join(attempt, "../.."), join(attempt, "..")];
    for (const directory of [...above, attempt]) {
      const recovered = await recover(directory);
      expect(recovered).toMatchObject({
        attemptPath: attempt,
        logPath,
        ending: { ending: "cancelled", known: "run.json" },
      });
      expect(recovered.kind).toBe(directory === attempt ? "attempt" : "run");
      expect(recovered.result).toMatchObject({ status: "partial", token_usage: { input_tokens: 2 } });
    }
  });

  test("where the newest attempt has no answer the best of an earlier one, which is named, as are all", async () => {
    const { logPath, attempt, earlier } = ours();
    rmSync(join(attempt, "alpha"), { recursive: true });
    rmSync(join(attempt, "beta"), { recursive: true });
    write(join(attempt, "status.json"), {
      agents: { beta: { answer_count: 0 } },
      costs: { total_input_tokens: 2 },
    });
    for (const directory of [logPath, join(logPath, "live_logs")]) {
      const { result, attempts, considered } = await recover(directory);
      expect(attempts).toEqual([attempt, earlier]);
      expect(result).toMatchObject({
        status: "partial",
        answer: "beta's answer",
        token_usage: { input_tokens: 2 },
      });
      expect(result.warning).toContain(
        `the newest attempt has no answer: this is that of an earlier one, ${earlier}`,
      );
      expect(considered.filter(({ taken }) => taken)).toMatchObject([{ agent_id: "beta" }]);
    }
    // Who names an attempt means that one, and a launcher its own run.
    expect((await recover(attempt)).result).toMatchObject({ status: "timeout", answer: null });
    const launched = { logPath, workspacePath: join(logPath, "none"), executionTimeSeconds: 1 };
    expect(await recoverSubagent({ ...launched, subagentId: "a", ending: "timeout" })).toMatchObject({
      answer: null,
    });
  });

  test("an earlier attempt: it is the one that counts, and the record is not about it", async () => {
    const { earlier } = ours();
    const { result, ending } = await recover(earlier);
    expect(result).toMatchObject({
      status: "partial",
      answer: "beta's answer",
      token_usage: { input_tokens: 1 },
    });
    expect(ending.known).toBe("inferred");
  });

  test("an agent's directory, or a snapshot of one answer: the attempt that it belongs to, which need not have finished", async () => {
    const { attempt } = ours();
    const [snapshot = ""] = globSync(join(attempt, "alpha/*"));
    for (const directory of [join(attempt, "alpha"), snapshot]) {
      const recovered = await recover(directory);
      expect(recovered).toMatchObject({ kind: "attempt", attemptPath: attempt });
      expect(recovered.result).toMatchObject({ status: "partial", answer: "beta's answer" });
    }
  });

  test("a bare attempt, wherever it was copied to", async () => {
    const { attempt } = ours();
    const copy = join(temporaryDirectory(), "saved logs");
    cpSync(attempt, copy, { recursive: true });
    const { kind, result, ending } = await recover(copy);
    expect([kind, ending.known]).toEqual(["attempt", "inferred"]);
    expect(result).toMatchObject({
      status: "partial",
      answer: "beta's answer",
      subagent_id: "saved_logs",
      log_path: copy,
    });
    rmSync(join(copy, "status.json"));
    expect((await recover(copy)).result).toMatchObject({ status: "partial", answer: "alpha's answer" });
  });

  test("a runtime workspace, and the directories around it", async () => {
    const { workspacePath, expected } = copyRun("completed-pair");
    for (const directory of [
      workspacePath,
      join(workspacePath, ".."),
      join(workspacePath, "../.."),
      join(workspacePath, "../../.."),
    ]) {
      const { kind, result } = await recover(directory);
      expect(kind).toBe("workspace");
      expect(result).toMatchObject({
        status: "completed",
        answer: expected.answer,
        workspace: workspacePath,
        subagent_id: "review",
      });
    }
    const logs = await recover(join(workspacePath, ".massgen"));
    expect(logs).toMatchObject({ kind: "run", workspacePath, result: { answer: expected.answer } });
  });

  test("a runtime workspace of ours, whose log lies in the parent's log directory", async () => {
    const parent = temporaryDirectory();
    const logPath = join(
      parent,
      ".massgen/massgen_logs/log_20260102_190000/turn_1/attempt_1/subagents/review",
    );
    cpSync(ours().logPath, logPath, { recursive: true, verbatimSymlinks: true });
    mkdirSync(join(parent, ".massgen/massgen_logs/log_20260102_190300/turn_1/attempt_1"), {
      recursive: true,
    });
    const workspace = join(parent, "subagents/review/workspace");
    write(join(workspace, "subagent_config_review.yaml"), "agents: []");
    const recovered = await recover(workspace);
    expect(recovered).toMatchObject({
      kind: "workspace",
      logPath,
      ending: { ending: "cancelled", known: "run.json" },
    });
    expect(recovered.result).toMatchObject({ answer: "beta's answer", workspace });
  });

  test("the runtime workspace is found by run.json or by the link, if it has the form of one", async () => {
    const parent = temporaryDirectory();
    const workspace = join(parent, "subagents/review/workspace");
    write(join(workspace, "answer.txt"), "put out");
    const logPath = join(parent, "logs/subagents/review");
    cpSync(runDirectory(pairFiles()).logPath, logPath, { recursive: true });
    symlinkSync(workspace, join(logPath, "workspace"));
    expect(await recover(logPath)).toMatchObject({ workspacePath: workspace, result: { answer: "put out" } });
    rmSync(join(logPath, "workspace"));
    write(join(logPath, "run.json"), record([ended("completed")], { workspace }));
    expect(await recover(logPath)).toMatchObject({ workspacePath: workspace, result: { answer: "put out" } });
    const secret = mkdtempSync(join(parent, "secret-"));
    write(join(secret, "answer.txt"), "secret");
    rmSync(join(logPath, "run.json"));
    symlinkSync(secret, join(logPath, "workspace"));
    expect((await recover(logPath)).result).toMatchObject({ answer: "beta's answer" });
  });

  test("several subagents: the choices are named", async () => {
    const { directory } = copyRun("completed-pair");
    const subagents = join(directory, "log/subagents");
    cpSync(join(subagents, "review"), join(subagents, "other"), { recursive: true });
    await expect(recover(join(directory, "log"))).rejects.toMatchObject({
      code: "AMBIGUOUS",
      remedy: `Name one of them:\n  ${subagents}/other\n  ${subagents}/review`,
    });
  });

  test("so many subagents as are looked into, and of those as many named as one reads", async () => {
    const subagents = join(temporaryDirectory(), "subagents");
    for (let n = 0; n < 1050; n += 1) write(join(subagents, `s${n}`, "conversation.jsonl"), "");
    const refused = recover(subagents);
    await expect(refused).rejects.toMatchObject({
      code: "AMBIGUOUS",
      message: `${subagents} holds at least 1000 subagents`,
      remedy: expect.stringMatching(/^Name one of them:(\n {2}\S+){100}\n {2}and 900 more$/) as string,
    });
  });

  test.each([
    [6, "subagent"],
    [7, undefined],
  ])("a log beneath %i directories that lead further down: %s", async (levels, kind) => {
    const top = temporaryDirectory();
    write(join(top, "workspace/".repeat(levels), "conversation.jsonl"), "");
    const found = recover(top).then(
      (recovered) => recovered.kind,
      () => undefined,
    );
    expect(await found).toBe(kind);
  });

  test("nothing of the kind", async () => {
    const empty = temporaryDirectory();
    await expect(recover(empty)).rejects.toMatchObject({ code: "NOTHING_FOUND" });
    await expect(recover(join(empty, "absent"))).rejects.toMatchObject({
      code: "NOTHING_FOUND",
      message: expect.stringContaining("does not exist") as string,
    });
    write(join(empty, "status.json"), pairStatus());
    await expect(recover(join(empty, "status.json"))).rejects.toMatchObject({
      remedy: `Name its directory, ${empty}.`,
    });
    await expect(recover(empty, { ending: "over" as "timeout" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});
