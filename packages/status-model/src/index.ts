export { deriveStatus, type DerivedStatus, type DeriveStatusInput } from "./derive/derive-status.ts";
export {
  simplifiedStatusSchema,
  simplifyStatus,
  type SimplifiedStatus,
  type SimplifyStatusInput,
} from "./derive/simplify-status.ts";
export {
  phaseSchema,
  type AgentStatus,
  type HistoricalWorkspace,
  type OrchestratorStatus,
  type Phase,
  type StatusProblem,
} from "./parse/orchestrator-status.ts";
export { parseOrchestratorStatus, type ParsedStatus } from "./parse/parse-orchestrator-status.ts";
export { budgetOf } from "./derive/budget-of.ts";
export { budgetText } from "./derive/budget-text.ts";
export { budgetSchema, type Budget, type BudgetLimits } from "./result/budget.ts";
export { changesSchema, type Changes, type MergeVerdict } from "./result/changes.ts";
export { limitResult } from "./result/limit-result.ts";
export { limitedName, limitedText, shownName } from "./result/limited-text.ts";
export {
  answerSourceSchema,
  isSuccess,
  resultStatusSchema,
  leftFileSchema,
  subagentResultSchema,
  tokenUsageSchema,
  type AnswerReason,
  type AnswerSource,
  type ResultStatus,
  type LeftFile,
  type SubagentResult,
  type TokenUsage,
} from "./result/subagent-result.ts";
export { tokenUsage } from "./derive/token-usage.ts";
export { StatusModelError, type StatusModelErrorCode } from "./status-model-error.ts";
export { clampTimeout } from "./timeout/clamp-timeout.ts";
export {
  timeoutBounds,
  timeoutConfigSchema,
  type TimeoutBounds,
  type TimeoutConfig,
} from "./timeout/timeout-bounds.ts";
