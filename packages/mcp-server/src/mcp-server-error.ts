/** Codes of the errors that this package throws. */
export type McpServerErrorCode = "INVALID_ARGUMENTS" | "NO_TASKS";

/** What this package throws: arguments that no subagent was started with. */
export class McpServerError extends Error {
  override readonly name = "McpServerError";
  readonly code: McpServerErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: McpServerErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
