import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type EngineContractErrorCode =
  | "INVALID_ID"
  | "INVALID_CHILD_CONFIG"
  | "INVALID_FLAG"
  | "INVALID_RUN_RECORD"
  | "NEWER_RUN_RECORD";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class EngineContractError extends RetinueError<EngineContractErrorCode> {
  override readonly name = "EngineContractError";
}
