/** What retinue-child refuses by itself: input that it cannot read. */
export class ChildError extends Error {
  override readonly name = "ChildError";
  readonly code: "UNREADABLE_FILE" | "INVALID_YAML";
  readonly remedy: string;

  constructor(code: ChildError["code"], message: string, options: { remedy: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
  }
}
