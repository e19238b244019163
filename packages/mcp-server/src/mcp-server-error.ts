import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type McpServerErrorCode = "INVALID_ARGUMENTS" | "NO_TASKS";

/** What this package throws: arguments that no subagent was started with. */
export class McpServerError extends RetinueError<McpServerErrorCode> {
  override readonly name = "McpServerError";
}
