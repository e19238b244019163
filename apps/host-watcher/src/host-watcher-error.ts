/** What retinue-watch refuses by itself: flags and files that it cannot use. */
export class HostWatcherError extends Error {
  override readonly name = "HostWatcherError";
  readonly code: "INVALID_FLAG" | "UNREADABLE_FILE";
  readonly remedy: string;

  constructor(code: HostWatcherError["code"], message: string, options: { remedy: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
  }
}
