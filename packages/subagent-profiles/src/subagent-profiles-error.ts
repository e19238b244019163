import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type SubagentProfilesErrorCode =
  | "INVALID_INPUT"
  | "INVALID_PROFILE"
  | "INVALID_NAME"
  | "INVALID_CHECKLIST";

/** What this package throws. `message` says what happened with which value, `remedy` what to do. */
export class SubagentProfilesError extends RetinueError<SubagentProfilesErrorCode> {
  override readonly name = "SubagentProfilesError";
}
