/** Codes of the errors that this package throws. */
export type DelegationProtocolErrorCode = "INVALID_REQUEST" | "INVALID_DIRECTORY" | "NOT_DECIDED";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class DelegationProtocolError extends Error {
  override readonly name = "DelegationProtocolError";
  readonly code: DelegationProtocolErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: DelegationProtocolErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
