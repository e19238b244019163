import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type ChildOrchestratorErrorCode =
  | "INVALID_INPUT"
  | "INVALID_AGENT"
  | "INVALID_BACKEND"
  | "UNKNOWN_BACKEND"
  | "UNKNOWN_SESSION"
  | "EMPTY_PROMPT"
  | "MISSING_CONTEXT_PATH"
  | "NOT_WRITABLE";

/** What this package throws: a team that could not be started. What happens to a started one is a result. */
export class ChildOrchestratorError extends RetinueError<ChildOrchestratorErrorCode> {
  override readonly name = "ChildOrchestratorError";
}
