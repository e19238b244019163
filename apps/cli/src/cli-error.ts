import { RetinueError } from "@retinue/errors";

/** What a command refuses by itself. `message` says what happened with which value, `remedy` what to do. */
export class CliError extends RetinueError<
  | "NOT_READABLE"
  | "ALREADY_THERE"
  | "INVALID_OPTION"
  | "NO_CLIENT"
  | "NO_TEAM"
  | "NO_TERMINAL"
  | "NO_START"
  | "NOT_ADDED"
  | "CONFLICT"
  | "INVALID_REQUEST"
  | "NOT_TOLD"
  | "READ_ONLY"
  | "UNKNOWN_RUN"
> {
  override readonly name = "CliError";
}
