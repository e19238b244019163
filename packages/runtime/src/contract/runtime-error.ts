/** Codes of the errors that this package throws. */
export type RuntimeErrorCode =
  | "NO_TASKS"
  | "TOO_MANY_TASKS"
  | "INVALID_TASK"
  | "DUPLICATE_ID"
  | "ALREADY_RUNNING"
  | "UNKNOWN_SUBAGENT"
  | "NOT_RUNNING"
  | "NOT_CONTINUABLE"
  | "UNKNOWN_SUBAGENT_TYPE"
  | "CONTEXT_PATH_REFUSED"
  | "MODEL_REFUSED"
  | "INVALID_CONFIGURATION"
  | "MODE_UNAVAILABLE"
  | "LAUNCH_FAILED"
  | "CLOSED";

/** What this package throws: a request that was refused, with nothing started. */
export class RuntimeError extends Error {
  override readonly name = "RuntimeError";
  readonly code: RuntimeErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(
    code: RuntimeErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; retryable?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? false;
  }
}
