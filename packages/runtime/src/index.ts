export { RuntimeError, type RuntimeErrorCode } from "./contract/runtime-error.ts";
export type {
  CleanedSubagent,
  Cleaning,
  CleanOptions,
  KeptChanges,
  KeptSubagent,
} from "./contract/cleaning.ts";
export type { CallerTrace, EndedRun, RunTelemetry } from "./contract/run-telemetry.ts";
export type { SendOptions, SentMessage } from "./contract/sent-message.ts";
export type {
  AppliedChanges,
  ApplyOptions,
  CancelOptions,
  ContinueOptions,
  FinishedSubagent,
  RecordedRunView,
  SpawnedSubagent,
  SpawnOptions,
  SubagentListEntry,
  SubagentManager,
  WaitOptions,
} from "./contract/subagent-manager.ts";
export { subagentTaskSchema, type SubagentTask } from "./contract/subagent-task.ts";
export type { Ending } from "@retinue/engine-contract";
export type { ParentAgent } from "@retinue/coordination-config";
export type { SimplifiedStatus, SubagentResult, TimeoutBounds } from "@retinue/status-model";
export { checkModels } from "./manage/check-models.ts";
export { roleLacks } from "./manage/role-lacks.ts";
export { createSubagentManager } from "./manage/create-subagent-manager.ts";
export {
  engineSchema,
  type Engine,
  type FoundTeam,
  type SubagentManagerOptions,
} from "./configure/manager-options.ts";
export { configuredOptions, type ConfiguredOptions } from "./configure/configured-options.ts";
export { isInsideContainer } from "./mode/container-detection.ts";
export type { Finding } from "@retinue/errors";
export { findProgram } from "./detect/find-program.ts";
export { detectMachine, type DetectedMachine } from "./detect/detect-machine.ts";
export { detectedBackends, detectTeam, detectTeamOf, type DetectedTeam } from "./detect/detect-team.ts";
export { knownWorkspaces, workspaceIndexOf } from "./own/workspace-index.ts";
export { callerTraceOf } from "./trace/caller-trace-of.ts";
export { livenessOf } from "./supervise/process-identity.ts";
