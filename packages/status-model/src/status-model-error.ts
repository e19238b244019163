/** Codes of the errors that this package throws. */
export type StatusModelErrorCode = "INVALID_TIMEOUT" | "INVALID_TIMEOUT_BOUNDS";

/**
 * What this package throws. `message` says what happened with which value, `remedy` what to do.
 */
export class StatusModelError extends Error {
  override readonly name = "StatusModelError";
  readonly code: StatusModelErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: StatusModelErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
