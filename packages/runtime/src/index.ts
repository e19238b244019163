export { RuntimeError, type RuntimeErrorCode } from "./contract/runtime-error.ts";
export type {
  ContinueOptions,
  FinishedSubagent,
  SpawnedSubagent,
  SpawnOptions,
  SubagentListEntry,
  SubagentManager,
} from "./contract/subagent-manager.ts";
export { subagentTaskSchema, type SubagentTask } from "./contract/subagent-task.ts";
export {
  openParentOutbox,
  type OutboxWatcher,
  type ParentOutbox,
  type ParentOutboxOptions,
} from "./delegate/open-parent-outbox.ts";
export type { Ending } from "@retinue/engine-contract";
export type { ParentAgent } from "@retinue/coordination-config";
export type { SimplifiedStatus, SubagentResult, TimeoutBounds } from "@retinue/status-model";
export { createSubagentManager } from "./manage/create-subagent-manager.ts";
export {
  engineSchema,
  type Engine,
  type FoundTeam,
  type SubagentManagerOptions,
} from "./configure/manager-options.ts";
export { isInsideContainer } from "./mode/container-detection.ts";
export type { Finding } from "@retinue/errors";
export { findProgram } from "./detect/find-program.ts";
export { detectMachine, type DetectedMachine } from "./detect/detect-machine.ts";
export { detectedTypes, detectTeam, type DetectedTeam } from "./detect/detect-team.ts";
