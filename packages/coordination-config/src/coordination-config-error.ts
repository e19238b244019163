import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type CoordinationConfigErrorCode =
  | "INVALID_INPUT"
  | "INVALID_CONFIGURATION"
  | "INVALID_COORDINATION"
  | "INVALID_ENTRY"
  | "MODEL_REFUSED"
  | "UNKNOWN_AGENT";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class CoordinationConfigError extends RetinueError<CoordinationConfigErrorCode> {
  override readonly name = "CoordinationConfigError";
}
