import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type StatusModelErrorCode = "INVALID_INPUT" | "INVALID_TIMEOUT" | "INVALID_TIMEOUT_BOUNDS";

/**
 * What this package throws. `message` says what happened with which value, `remedy` what to do.
 */
export class StatusModelError extends RetinueError<StatusModelErrorCode> {
  override readonly name = "StatusModelError";
}
