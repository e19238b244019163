/** What a command refuses by itself. `message` says what happened with which value, `remedy` what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: "NOT_READABLE" | "ALREADY_THERE" | "INVALID_OPTION" | "NO_CLIENT" | "NO_START" | "NOT_ADDED";
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: CliError["code"],
    message: string,
    options: { remedy: string; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }
}
