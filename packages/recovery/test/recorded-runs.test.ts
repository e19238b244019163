import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { recoverSubagent } from "../src/index.ts";
import { copyRun, runNames, situations } from "./recorded-runs.ts";

/** What a run's own status has to say. */
const warnings: Record<string, RegExp> = {
  "completed-pair-synthesised": /^agent alpha failed: Agent failed to use.*; agent beta failed: /,
};

describe.each(situations)(
  `%s ${verifies("PATH-LOG-FIRST", "STATUS-FALLBACK", "INNER-RECOVERY")}`,
  (situation) => {
    test.each(runNames)("%s", async (name) => {
      const { logPath, workspacePath, expected, ending } = copyRun(name, situation);
      const result = await recoverSubagent({
        subagentId: expected.subagent_id,
        logPath,
        workspacePath,
        executionTimeSeconds: 12.5,
        ending,
      });
      const { status, success, answer, token_usage, completion_percentage } = expected;
      expect({
        status: result.status,
        success: result.success,
        answer: result.answer,
        token_usage: result.token_usage,
        completion_percentage: result.completion_percentage,
      }).toEqual({ status, success, answer, token_usage, completion_percentage });
      expect(result.workspace).toBe(workspacePath);
      expect(result.log_path).toBe(logPath);
      expect(result.execution_time_seconds).toBe(12.5);
      expect(result.warning ?? "").toMatch(warnings[name] ?? /^$/);
      expect(result.error === null).toBe(status === "completed");
    });
  },
);
