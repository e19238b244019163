/** Codes of the errors that this package throws. */
export type ChildOrchestratorErrorCode =
  | "INVALID_AGENT"
  | "INVALID_BACKEND"
  | "UNKNOWN_BACKEND"
  | "UNKNOWN_SESSION"
  | "EMPTY_PROMPT"
  | "MISSING_CONTEXT_PATH"
  | "NOT_WRITABLE";

/** What this package throws: a team that could not be started. What happens to a started one is a result. */
export class ChildOrchestratorError extends Error {
  override readonly name = "ChildOrchestratorError";
  readonly code: ChildOrchestratorErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ChildOrchestratorErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
