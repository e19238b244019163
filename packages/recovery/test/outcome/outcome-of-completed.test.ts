import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { pairFiles, pairStatus, runDirectory, stamp } from "../run-directory.ts";
import { nobody, winner } from "../statuses.ts";

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
