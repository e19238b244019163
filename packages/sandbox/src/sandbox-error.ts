import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type SandboxErrorCode =
  /** A policy, or an argument, is not what its schema says. */
  | "INVALID_INPUT"
  /** A path of the policy is not there. */
  | "PATH_MISSING"
  /** What a sandbox is made with is not on this machine. */
  | "SANDBOX_UNAVAILABLE";

/** What this package throws, with what to do about it. */
export class SandboxError extends RetinueError<SandboxErrorCode> {
  override readonly name = "SandboxError";
}
