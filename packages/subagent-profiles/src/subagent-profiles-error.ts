/** Codes of the errors that this package throws. */
export type SubagentProfilesErrorCode = "INVALID_PROFILE" | "INVALID_NAME" | "INVALID_CHECKLIST";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class SubagentProfilesError extends Error {
  override readonly name = "SubagentProfilesError";
  readonly code: SubagentProfilesErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: SubagentProfilesErrorCode,
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
