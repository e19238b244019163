export { type ConsideredAnswer } from "./answer/first-readable.ts";
export { type DirectoryKind, type FoundDirectory } from "./discover/found-directory.ts";
export { type KnownEnding } from "./discover/known-ending.ts";
export { recover, type RecoveredDirectory, type RecoverOptions } from "./discover/recover.ts";
export { readSubagentStatus } from "./read/read-subagent-status.ts";
export { recoverSubagent, type RecoverSubagentInput } from "./recover-subagent.ts";
export type { SubagentResult } from "@retinue/status-model";
export { RecoveryError, type RecoveryErrorCode } from "./recovery-error.ts";
export { selectAnswer, type AnswerCandidate } from "./select/select-answer.ts";
