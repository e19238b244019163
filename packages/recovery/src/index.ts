export { RecoveryError, type RecoveryErrorCode } from "./recovery-error.ts";
export { recoverSubagent, type RecoverSubagentInput } from "./recover-subagent.ts";
export { selectAnswer, type AnswerCandidate } from "./select/select-answer.ts";
