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
export { createSubagentManager } from "./manage/create-subagent-manager.ts";
export {
  engineSchema,
  type Engine,
  type FoundTeam,
  type SubagentManagerOptions,
} from "./configure/manager-options.ts";
export { isInsideContainer } from "./mode/container-detection.ts";
export type { Finding } from "./survey/finding.ts";
export { findProgram } from "./survey/find-program.ts";
export { surveyMachine, type MachineSurvey } from "./survey/survey-machine.ts";
export { surveyedTypes, surveyTeam, type TeamSurvey } from "./survey/survey-team.ts";
