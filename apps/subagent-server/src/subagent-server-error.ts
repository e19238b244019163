import { RetinueError, type RetinueErrorOptions } from "@retinue/errors";

/** Codes of the errors that this program makes itself. */
export type SubagentServerErrorCode = "INVALID_FLAG" | "INVALID_FILE" | "NO_TEAM" | "ENGINE_NOT_FOUND";

/** What this program throws: a start or a first call that cannot go on. */
export class SubagentServerError extends RetinueError<SubagentServerErrorCode> {
  override readonly name = "SubagentServerError";
  /** The files may be mended while the server runs: the next call reads them again. */
  readonly retryable: boolean;

  constructor(code: SubagentServerErrorCode, message: string, options: RetinueErrorOptions) {
    super(code, message, options);
    this.retryable = code !== "INVALID_FLAG";
  }
}
