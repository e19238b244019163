import { expect, test } from "vitest";
import { pairFiles, runDirectory } from "../run-directory.ts";

const failed = { answer_count: 0, error: { type: "error", message: "status 429", timestamp: 1 } };

test("an answer comes with a warning that names who failed, and what else the engine warns of", async () => {
  const files = pairFiles({
    agents: { beta: failed, alpha: { answer_count: 1 } },
    warnings: ["agent alpha: no price of m is known", 7],
  });
  const result = await runDirectory({ ...files, "workspace/answer.txt": "A" }).recover({
    ending: "completed",
  });
  expect(result).toMatchObject({ status: "completed", answer: "A" });
  expect(result.warning).toBe("agent beta failed: status 429; agent alpha: no price of m is known");
});

test("a failure that is a plain text counts as well; what is no text says nothing", async () => {
  const agents = { beta: { answer_count: 0, error: "gone" }, alpha: { answer_count: 1, error: [1] } };
  const result = await runDirectory(pairFiles({ agents, warnings: "no list" })).recover();
  expect(result.warning).toBe("agent beta failed: gone");
});

test("without an answer the error says who failed; what the engine warns of stays a warning", async () => {
  const error = "retinue-child: no agent answered: beta: status 429";
  const warnings = ["agent alpha: what it had said is in /x"];
  const nobody = { agents: { beta: failed, alpha: failed }, historical_workspaces: [], warnings };
  const directory = runDirectory({ "log/full_logs/status.json": nobody });
  const result = await directory.recover({ ending: "error", error });
  expect(result).toMatchObject({ status: "error", answer: null, error });
  expect(result.warning).toBe(warnings[0]);
});

test("a child decides neither how many warnings there are nor how long they are", async () => {
  const warnings = Array.from({ length: 1000 }, (_, n) => `${n}${"x".repeat(10_000)}`);
  const result = await runDirectory(pairFiles({ warnings })).recover();
  expect(result.warning?.length).toBeLessThan(20 * 510);
});
