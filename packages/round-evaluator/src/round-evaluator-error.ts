import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. The first five are the constraints of the stage. */
export type RoundEvaluatorErrorCode =
  | "INVALID_INPUT"
  | "NOT_ONE_PARENT"
  | "NOT_CHECKLIST_GATED"
  | "SUBAGENTS_DISABLED"
  | "SUBAGENT_ORCHESTRATOR_DISABLED"
  | "TYPE_NOT_ACTIVE"
  | "NOT_ORCHESTRATOR_MANAGED"
  | "INVALID_SETTING"
  | "INVALID_ROUND";

/** What this package throws, before anything is started. */
export class RoundEvaluatorError extends RetinueError<RoundEvaluatorErrorCode> {
  override readonly name = "RoundEvaluatorError";
}
