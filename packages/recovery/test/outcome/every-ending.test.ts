import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { subagentResultSchema } from "@retinue/status-model";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { pairFiles, pairStatus, runDirectory } from "../run-directory.ts";
import { final, winner } from "../statuses.ts";

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
