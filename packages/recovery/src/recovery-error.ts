/** Codes of the errors that this package throws. */
export type RecoveryErrorCode = "INVALID_INPUT" | "NOTHING_FOUND" | "AMBIGUOUS";

/** What this package throws: a question that cannot be answered. A damaged run is a result, not an error. */
export class RecoveryError extends Error {
  override readonly name = "RecoveryError";
  readonly code: RecoveryErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: RecoveryErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
