import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type RecoveryErrorCode = "INVALID_INPUT" | "NOTHING_FOUND" | "AMBIGUOUS" | "UNREADABLE";

/** What this package throws: a question that cannot be answered. A damaged run is a result, not an error. */
export class RecoveryError extends RetinueError<RecoveryErrorCode> {
  override readonly name = "RecoveryError";
}
