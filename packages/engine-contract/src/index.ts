export {
  backendProvisions,
  provides,
  whoProvides,
  type BackendProvisions,
  type Provision,
} from "./configure/backend-provisions.ts";
export { budgetLimitsSchema, partSpent, wrapUpPart, type BudgetLimits } from "./configure/budget-limits.ts";
export {
  agentConfigSchema,
  childConfigSchema,
  finalAnswerStrategySchema,
  type AgentConfig,
  type BackendConfig,
  type ChildConfig,
  type ContextPath,
  type FinalAnswerStrategy,
  type OrchestratorConfig,
} from "./configure/child-config.ts";
export { agentDirectory, shortHash } from "./layout/agent-directory.ts";
export { validateChildConfig } from "./configure/validate-child-config.ts";
export { EngineContractError, type EngineContractErrorCode } from "./engine-contract-error.ts";
export { idSchema, isId, requireId } from "./identify/id.ts";
export {
  backendTypes,
  backendVariables,
  namedKeyVariable,
  type BackendVariables,
} from "./invoke/backend-variables.ts";
export {
  childEnvironment,
  environmentNames,
  type ChildEnvironmentInput,
} from "./invoke/child-environment.ts";
export { acpAgentOf, acpAgents, type AcpAgent, type AcpAgentName } from "./invoke/acp-agents.ts";
export { commandLineAgents, type CommandLineAgent } from "./invoke/command-line-agents.ts";
export {
  engineArguments,
  engineFlags,
  type EngineInvocation,
  type EngineOptions,
  type EnginePrompt,
} from "./invoke/engine-arguments.ts";
export { parseEngineArguments } from "./invoke/parse-engine-arguments.ts";
export { promptArgument } from "./invoke/prompt-argument.ts";
export { hideUrlCredentials, mayBeginUrlCredential, urlCredentials } from "./invoke/url-credentials.ts";
export {
  answerFileNames,
  draftName,
  draftNamed,
  isSnapshotName,
  logLayout,
  mayBeAgentDirectory,
  newestFirst,
  timestampName,
  type AttemptLevel,
} from "./layout/log-layout.ts";
export { newestAttempt, type AttemptSearch } from "./layout/newest-attempt.ts";
export { supervisedRun, supervisorFiles, supervisorPath } from "./layout/supervisor-files.ts";
export type { RoleFit } from "./record/role-fit.ts";
export { messageReceiptSchema, type MessageReceipt } from "./message/message-receipt.ts";
export {
  maxRuntimeMessageBytes,
  messageIdOf,
  runtimeMessageSchema,
  type RuntimeMessage,
} from "./message/runtime-message.ts";
export { loggedCallSchema, parseLoggedCall, type LoggedCall } from "./record/logged-call.ts";
export { modelSpendingSchema, usageOfSpending, type ModelSpending } from "./record/model-spending.ts";
export { policyReceiptSchema, type PolicyReceipt } from "./record/policy-receipt.ts";
export { endingOfRecord } from "./record/ending-of-record.ts";
export { budgetExitCode, exitReason } from "./record/exit-reason.ts";
export { maxRunRecordBytes, parseRunRecord } from "./record/parse-run-record.ts";
export {
  endingSchema,
  processIdentitySchema,
  runRecordSchema,
  runtimeModeSchema,
  sandboxModeSchema,
  supervisorRecordSchema,
  type Ending,
  type ProcessIdentity,
  type Run,
  type RunEnd,
  type RunRecord,
  type RuntimeMode,
  type SandboxMode,
  type SupervisorRecord,
} from "./record/run-record.ts";
export { agentSpanName, spanIdWithin } from "./trace/span-id-within.ts";
export {
  maxTraceStateCharacters,
  parseTraceparent,
  runTraceSchema,
  traceparent,
  type RunTrace,
  type TraceParent,
} from "./trace/trace-context.ts";
