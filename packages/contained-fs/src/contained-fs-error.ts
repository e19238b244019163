import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type ContainedFsErrorCode =
  | "NOT_FOUND"
  | "LINK_REFUSED"
  | "HARD_LINK_REFUSED"
  | "NOT_REGULAR"
  | "NOT_A_DIRECTORY"
  | "TOO_LARGE"
  | "OUTSIDE_ROOT"
  | "INVALID_PATH"
  | "NOT_PERMITTED"
  | "IO_ERROR";

/** What this package throws. `message` says what happened to which path, `remedy` what to do. */
export class ContainedFsError extends RetinueError<ContainedFsErrorCode> {
  override readonly name = "ContainedFsError";

  /** Whether the same may succeed later: what is wrong is the machine, and not what was asked. */
  get retryable(): boolean {
    return this.code === "IO_ERROR";
  }
}

/** Whether the failure says nothing of what is there: no descriptor or no memory was left, or the disk failed. */
export function isUnreadable(error: unknown): error is ContainedFsError {
  return error instanceof ContainedFsError && error.retryable;
}
