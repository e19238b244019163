/** Codes of the errors that this program makes itself. */
export type SubagentServerErrorCode = "INVALID_FLAG" | "INVALID_FILE" | "NO_TEAM" | "ENGINE_NOT_FOUND";

/** What this program throws: a start or a first call that cannot go on. */
export class SubagentServerError extends Error {
  override readonly name = "SubagentServerError";
  readonly code: SubagentServerErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The files may be mended while the server runs: the next call reads them again. */
  readonly retryable: boolean;

  constructor(
    code: SubagentServerErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
    this.retryable = code !== "INVALID_FLAG";
  }
}
