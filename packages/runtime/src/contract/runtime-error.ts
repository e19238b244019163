import { RetinueError, type RetinueErrorOptions } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type RuntimeErrorCode =
  | "INVALID_INPUT"
  | "NO_TASKS"
  | "TOO_MANY_TASKS"
  | "INVALID_TASK"
  | "DUPLICATE_ID"
  | "ALREADY_RUNNING"
  | "UNKNOWN_SUBAGENT"
  | "NOT_RUNNING"
  | "NOT_CONTINUABLE"
  | "UNKNOWN_SUBAGENT_TYPE"
  | "ROLE_NEEDS_UNMET"
  | "RESERVED_SUBAGENT_TYPE"
  | "CONTEXT_PATH_REFUSED"
  | "CHANGES_REFUSED"
  | "MODEL_REFUSED"
  | "BUDGET_REFUSED"
  | "BUDGET_SPENT"
  | "INVALID_CONFIGURATION"
  | "MODE_UNAVAILABLE"
  | "SANDBOX_UNAVAILABLE"
  | "LAUNCH_FAILED"
  | "CLOSED";

/** What this package throws: a request that was refused, with nothing started. */
export class RuntimeError extends RetinueError<RuntimeErrorCode> {
  override readonly name = "RuntimeError";
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(
    code: RuntimeErrorCode,
    message: string,
    options: RetinueErrorOptions & { readonly retryable?: boolean },
  ) {
    super(code, message, options);
    this.retryable = options.retryable ?? false;
  }
}

/** The refusal of what is asked of a manager after its end. */
export function managerClosed(): RuntimeError {
  return new RuntimeError("CLOSED", "This manager is closed", { remedy: "Make a new one." });
}
