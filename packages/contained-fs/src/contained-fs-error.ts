/** Codes of the errors that this package throws. */
export type ContainedFsErrorCode =
  | "NOT_FOUND"
  | "LINK_REFUSED"
  | "HARD_LINK_REFUSED"
  | "NOT_REGULAR"
  | "NOT_A_DIRECTORY"
  | "TOO_LARGE"
  | "OUTSIDE_ROOT"
  | "INVALID_PATH"
  | "NOT_PERMITTED"
  | "IO_ERROR";

/** What this package throws. `message` says what happened to which path, `remedy` what to do. */
export class ContainedFsError extends Error {
  override readonly name = "ContainedFsError";
  readonly code: ContainedFsErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ContainedFsErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
