/** Codes of the errors that this package throws. */
export type CoordinationConfigErrorCode =
  | "INVALID_CONFIGURATION"
  | "INVALID_COORDINATION"
  | "INVALID_ENTRY"
  | "MODEL_REFUSED"
  | "UNKNOWN_AGENT";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class CoordinationConfigError extends Error {
  override readonly name = "CoordinationConfigError";
  readonly code: CoordinationConfigErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: CoordinationConfigErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
