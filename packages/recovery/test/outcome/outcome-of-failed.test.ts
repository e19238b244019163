import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { pairFiles, pairStatus, runDirectory } from "../run-directory.ts";
import { final, winner } from "../statuses.ts";

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
