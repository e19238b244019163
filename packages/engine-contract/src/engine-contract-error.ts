/** Codes of the errors that this package throws. */
export type EngineContractErrorCode =
  | "INVALID_ID"
  | "INVALID_CHILD_CONFIG"
  | "INVALID_FLAG"
  | "INVALID_RUN_RECORD";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class EngineContractError extends Error {
  override readonly name = "EngineContractError";
  readonly code: EngineContractErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: EngineContractErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
