import { rmSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { answer, pairFiles, pairStatus, runDirectory } from "../run-directory.ts";
import { final, nobody, winner } from "../statuses.ts";

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

test("answers that nobody can read are named in the warning", async () => {
  const run = runDirectory({
    "log/full_logs/status.json": pairStatus({ historical_workspaces: [answer("alpha", "agent1.1", 1)] }),
  });
  const result = await run.recover();
  expect(result).toMatchObject({ status: "timeout", answer: null });
  expect(result.warning).toContain('the answer of "beta" could not be read');
});
