import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type DelegationProtocolErrorCode =
  | "INVALID_INPUT"
  | "INVALID_REQUEST"
  | "INVALID_DIRECTORY"
  | "NOT_DECIDED";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class DelegationProtocolError extends RetinueError<DelegationProtocolErrorCode> {
  override readonly name = "DelegationProtocolError";
}
