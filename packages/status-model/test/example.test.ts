import { expect, test } from "vitest";
import { parseOrchestratorStatus, simplifyStatus } from "../src/index.ts";

test("the example of the README", () => {
  // #region example
  const text = '{"coordination": {"phase": "enforcement", "completion_percentage": 75}, "costs": "damaged"}';
  const parsed = parseOrchestratorStatus(text);
  const status = parsed.ok ? parsed.status : undefined;
  const view = simplifyStatus({ subagentId: "research", status });
  // { subagent_id: "research", status: "running", phase: "enforcement", completion_percentage: 75, token_usage: {} }
  // #endregion
  expect(view).toEqual({
    subagent_id: "research",
    status: "running",
    phase: "enforcement",
    completion_percentage: 75,
    token_usage: {},
  });
  expect(status?.problems).toEqual([{ path: "costs", message: "expected an object, found a string" }]);
});
