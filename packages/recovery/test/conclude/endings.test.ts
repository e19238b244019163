import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { subagentResultSchema } from "@retinue/status-model";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { answer, pairFiles, pairStatus, runDirectory, stamp } from "../run-directory.ts";

const final = { phase: "presentation", completion_percentage: 100 };
const winner = { votes: { "agent1.1": 2 }, winner: "alpha" };
const nobody = {
  agents: { beta: { answer_count: 0 }, alpha: { answer_count: 0 } },
  historical_workspaces: [],
  coordination: { phase: "initial_answer", completion_percentage: 0 },
};

describe("exit 0", () => {
  test(`the output file of the runtime workspace ${verifies("END-OUTPUT", "ANSWER-TRIMMED")}`, async () => {
    const files = { ...pairFiles({ results: winner }), "workspace/answer.txt": "\n  put out \n\n" };
    const result = await runDirectory(files).recover({ ending: "completed" });
    expect(result).toMatchObject({ status: "completed", success: true, answer: "put out", error: null });
    expect(result.answer_source).toMatchObject({ reason: "output" });
  });

  test(`its copy in the log directory ${verifies("END-OUTPUT-COPY")}`, async () => {
    const files = {
      ...pairFiles(),
      "log/workspace/answer.txt": "copied",
      "log/full_logs/final/alpha/answer.txt": "final",
    };
    const result = await runDirectory(files).recover({ ending: "completed" });
    expect(result).toMatchObject({ status: "completed", answer: "copied" });
  });

  test(`what the winner presented ${verifies("END-PRESENTED")}`, async () => {
    const files = { ...pairFiles({ results: winner }), "log/full_logs/final/alpha/answer.txt": "presented" };
    const run = runDirectory(files);
    const result = await run.recover({ ending: "completed" });
    expect(result).toMatchObject({
      status: "completed",
      answer: "presented",
      answer_source: {
        reason: "winner",
        agent_id: "alpha",
        path: join(run.logPath, "full_logs/final/alpha/answer.txt"),
      },
    });
  });

  test(`else the recovered answer ${verifies("END-RECOVERED")}`, async () => {
    const result = await runDirectory(pairFiles({ results: { votes: { "agent1.1": 1 } } })).recover({
      ending: "completed",
    });
    expect(result).toMatchObject({
      status: "completed",
      answer: "alpha's answer",
      answer_source: { reason: "votes" },
    });
  });

  test(`an output without any answer is no answer ${verifies("END-NO-ANSWER")}`, async () => {
    const files = {
      "log/full_logs/status.json": pairStatus(nobody),
      "workspace/answer.txt": "Traceback\nkey refused",
    };
    const result = await runDirectory(files).recover({ ending: "completed" });
    expect(result).toMatchObject({ status: "error", success: false, answer: null, completion_percentage: 0 });
    expect(result.error).toBe("the run ended without an answer: Traceback\nkey refused");
  });

  test(`nothing at all is an error with the caller's last lines ${verifies("END-NO-ANSWER")}`, async () => {
    const result = await runDirectory({}).recover({ ending: "completed", error: "exit 0 after 3 lines" });
    expect(result).toMatchObject({
      status: "error",
      answer: null,
      error: "the run ended without an answer: exit 0 after 3 lines",
    });
  });

  test("a snapshot that the status does not name yet is an answer all the same", async () => {
    const files = {
      "log/full_logs/status.json": pairStatus(nobody),
      [`log/full_logs/alpha/${stamp(1)}/answer.txt`]: "just in time",
      "workspace/answer.txt": "put out",
    };
    const result = await runDirectory(files).recover({ ending: "completed" });
    expect(result).toMatchObject({ status: "completed", answer: "put out" });
  });

  test("damage to the agents is no proof that nobody answered", async () => {
    const files = {
      "log/full_logs/status.json": pairStatus({ ...nobody, agents: 7 }),
      "workspace/answer.txt": "put out",
    };
    const result = await runDirectory(files).recover({ ending: "completed" });
    expect(result).toMatchObject({ status: "completed", answer: "put out" });
    expect(result.warning).toContain("agents: expected an object, found a number");
  });

  test(`carries tokens and no percentage ${verifies("USAGE-ALWAYS", "PERCENTAGE-COMPLETED")}`, async () => {
    const result = await runDirectory(pairFiles()).recover({ ending: "completed" });
    expect(result.token_usage).toEqual({ input_tokens: 10, output_tokens: 2, estimated_cost: 0.5 });
    expect(result).not.toHaveProperty("completion_percentage");
  });
});

describe.each(["timeout", "cancelled"] as const)("%s", (ending) => {
  test(`after the output was written ${verifies("END-CUT-OUTPUT")}`, async () => {
    const files = { ...pairFiles(), "workspace/answer.txt": "put out" };
    const result = await runDirectory(files).recover({ ending });
    expect(result).toMatchObject({ status: "completed_but_timeout", success: true, answer: "put out" });
  });

  test(`in presentation with a winner ${verifies("END-CUT-WINNER", "RECOVER-PRESENTATION")}`, async () => {
    const result = await runDirectory(pairFiles({ coordination: final, results: winner })).recover({
      ending,
    });
    expect(result).toMatchObject({
      status: "completed_but_timeout",
      success: true,
      answer: "alpha's answer",
      completion_percentage: 100,
      answer_source: { reason: "winner", agent_id: "alpha", label: "agent1.1" },
    });
  });

  test("final/ of a run that was cut off does not come before the winner's answer", async () => {
    const files = {
      ...pairFiles({ coordination: final, results: winner }),
      "log/full_logs/final/alpha/answer.txt": "half a pres",
    };
    expect(await runDirectory(files).recover({ ending })).toMatchObject({ answer: "alpha's answer" });
  });

  test("final/ of the winner is better than another agent's answer", async () => {
    const files = {
      ...pairFiles({ coordination: final, results: winner }),
      "log/full_logs/final/alpha/answer.txt": "presented",
    };
    const run = runDirectory(files);
    rmSync(join(run.logPath, "full_logs/alpha"), { recursive: true });
    expect(await run.recover({ ending })).toMatchObject({
      status: "completed_but_timeout",
      answer: "presented",
    });
  });

  test(`with votes ${verifies("END-CUT-VOTES", "RECOVER-VOTING")}`, async () => {
    const result = await runDirectory(
      pairFiles({ results: { votes: { "agent1.1": 2, "agent2.1": 1 } } }),
    ).recover({ ending });
    expect(result).toMatchObject({ status: "partial", success: false, answer: "alpha's answer" });
  });

  test(`with a tie ${verifies("RECOVER-VOTING")}`, async () => {
    const result = await runDirectory(
      pairFiles({ results: { votes: { "agent1.1": 1, "agent2.1": 1 } } }),
    ).recover({ ending });
    expect(result).toMatchObject({
      status: "partial",
      answer: "beta's answer",
      answer_source: { reason: "votes" },
    });
  });

  test(`with answers and no votes ${verifies("END-CUT-FIRST", "RECOVER-NO-VOTES")}`, async () => {
    const result = await runDirectory(pairFiles()).recover({ ending });
    expect(result).toMatchObject({
      status: "partial",
      answer: "beta's answer",
      answer_source: { reason: "first" },
    });
  });

  test(`with nothing ${verifies("END-CUT-NOTHING", "RECOVER-NOTHING", "TOKENS-NONE", "PERCENTAGE-OMITTED")}`, async () => {
    const run = runDirectory({});
    const result = await run.recover({ ending });
    expect(result).toMatchObject({ status: "timeout", success: false, answer: null, token_usage: {} });
    expect(result.workspace).toBe(run.workspacePath);
    expect(result).not.toHaveProperty("completion_percentage");
  });

  test(`with a status and no answer ${verifies("END-CUT-NOTHING", "RECOVER-NOTHING")}`, async () => {
    const files = { "log/full_logs/status.json": pairStatus(nobody), "workspace/answer.txt": "Traceback" };
    const result = await runDirectory(files).recover({ ending });
    expect(result).toMatchObject({ status: "timeout", answer: null });
    expect(result.warning).toContain("was not returned: nothing shows that an agent answered");
  });

  test("with an output and neither status nor snapshot", async () => {
    const result = await runDirectory({ "workspace/answer.txt": "who knows" }).recover({ ending });
    expect(result).toMatchObject({ status: "timeout", answer: null });
  });

  test(`gives tokens and percentage ${verifies("TOKENS", "TOKENS-EXTRACTED", "PERCENTAGE", "PERCENTAGE-GIVEN", "USAGE-ALWAYS")}`, async () => {
    const result = await runDirectory(pairFiles()).recover({ ending });
    expect(result.token_usage).toEqual({ input_tokens: 10, output_tokens: 2, estimated_cost: 0.5 });
    expect(result.completion_percentage).toBe(75);
  });

  test(`without costs and percentage ${verifies("TOKENS-NONE", "PERCENTAGE-OMITTED")}`, async () => {
    const result = await runDirectory(pairFiles({ costs: undefined, coordination: {} })).recover({ ending });
    expect(result.answer).toBe("beta's answer");
    expect(result.token_usage).toEqual({});
    expect(result).not.toHaveProperty("completion_percentage");
  });

  test("a presentation without a winner is partial", async () => {
    const result = await runDirectory(pairFiles({ coordination: final })).recover({ ending });
    expect(result).toMatchObject({ status: "partial", answer: "beta's answer" });
  });
});

describe("error", () => {
  test(`with whatever can be found ${verifies("END-FAILED", "USAGE-ALWAYS")}`, async () => {
    const result = await runDirectory(pairFiles()).recover({ ending: "error", error: "exited with code 7" });
    expect(result).toMatchObject({
      status: "error",
      success: false,
      answer: "beta's answer",
      error: "exited with code 7",
    });
    expect(result.token_usage).toEqual({ input_tokens: 10, output_tokens: 2, estimated_cost: 0.5 });
    expect(result.completion_percentage).toBe(75);
  });

  test(`with nothing ${verifies("END-FAILED")}`, async () => {
    const result = await runDirectory({}).recover({ ending: "error", error: "refused" });
    expect(result).toMatchObject({ status: "error", answer: null, error: "refused", token_usage: {} });
  });

  test("with the output when the agents' answers are gone", async () => {
    const files = { "log/full_logs/status.json": pairStatus(), "workspace/answer.txt": "put out" };
    const result = await runDirectory(files).recover({ ending: "error" });
    expect(result).toMatchObject({ status: "error", answer: "put out", answer_source: { reason: "output" } });
  });

  test(`after the work was finished ${verifies("END-FAILED-FINISHED")}`, async () => {
    const files = pairFiles({ coordination: final, results: winner, is_complete: true });
    const result = await runDirectory(files).recover({ ending: "error", error: "killed by signal 9" });
    expect(result).toMatchObject({
      status: "completed_but_timeout",
      success: true,
      answer: "alpha's answer",
    });
    expect(result.warning).toContain("killed by signal 9");
  });

  test.each([
    { coordination: final, results: winner },
    { results: winner, is_complete: true },
  ])(`an unfinished one stays an error ${verifies("END-FAILED")}`, async (changes) => {
    const result = await runDirectory(pairFiles(changes)).recover({ ending: "error" });
    expect(result).toMatchObject({ status: "error", answer: "alpha's answer" });
  });
});

describe.each(["completed", "timeout", "cancelled", "error"] as const)("every ending: %s", (ending) => {
  test(`gives a valid result with the workspace ${verifies("WORKSPACE", "WORKSPACE-RETURNED", "RESULT-KEYS", "RESULT", "RECOVER")}`, async () => {
    for (const files of [{}, pairFiles(), pairFiles({ coordination: final, results: winner })]) {
      const run = runDirectory(files);
      const result = await run.recover({ ending, warning: "from the launcher" });
      expect(subagentResultSchema.parse(result)).toEqual(result);
      expect(Object.keys(result).slice(0, 8)).toEqual([
        "subagent_id",
        "status",
        "success",
        "answer",
        "workspace",
        "execution_time_seconds",
        "error",
        "token_usage",
      ]);
      expect(result.workspace).toBe(run.workspacePath);
      expect(result.log_path).toBe(run.logPath);
      expect(result.warning).toContain("from the launcher");
      expect(result.answer === null).toBe(Object.keys(files).length === 0);
    }
  });

  test(`leaves the workspace as it is ${verifies("WORKSPACE-READABLE")}`, async () => {
    const run = runDirectory({ "workspace/notes/partial.md": "half a thought" });
    mkdirSync(join(run.workspacePath, "empty"));
    const { workspace, answer: none } = await run.recover({ ending });
    expect(none).toBeNull();
    expect(readFileSync(join(workspace, "notes/partial.md"), "utf8")).toBe("half a thought");
  });
});

test(`an outer status.json is ignored ${verifies("OUTER-IGNORED", "INNER")}`, async () => {
  const outer = pairStatus({
    coordination: final,
    results: { winner: "beta" },
    costs: { total_input_tokens: 999 },
  });
  const files = { ...pairFiles({ results: winner }), "log/status.json": outer };
  const result = await runDirectory(files).recover();
  expect(result).toMatchObject({
    status: "partial",
    answer: "alpha's answer",
    token_usage: { input_tokens: 10 },
  });
});

test("answers that nobody can read are named in the warning", async () => {
  const run = runDirectory({
    "log/full_logs/status.json": pairStatus({ historical_workspaces: [answer("alpha", "agent1.1", 1)] }),
  });
  const result = await run.recover();
  expect(result).toMatchObject({ status: "timeout", answer: null });
  expect(result.warning).toContain('the answer of "beta" could not be read');
});
