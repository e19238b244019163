import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type ChangesErrorCode =
  /** An argument is not what its schema says. */
  | "INVALID_INPUT"
  /** The path cannot be given to a subagent to change. */
  | "NOT_CHANGEABLE"
  /** Git is not there, failed, or took too long. */
  | "GIT_FAILED"
  /** What was noted of a clone cannot be read. */
  | "PLAN_DAMAGED"
  /** The subagent's tree is not there any more, or is too large. */
  | "TREE_UNREADABLE"
  /** It would write over what is not committed. */
  | "WOULD_OVERWRITE"
  /** They change a program that git is configured to start in the tree, or a file that it takes settings from. */
  | "WOULD_RUN"
  /** The changes do not fit what is there now. */
  | "CONFLICT"
  /** There is nothing to take over. */
  | "NO_CHANGES";

/** What this package throws, with what to do about it. */
export class ChangesError extends RetinueError<ChangesErrorCode> {
  override readonly name = "ChangesError";
}
