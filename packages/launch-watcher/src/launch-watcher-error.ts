import { RetinueError } from "@retinue/errors";

/** Codes of the errors that this package throws. */
export type LaunchWatcherErrorCode =
  /** The host's configuration is not valid. */
  | "INVALID_CONFIGURATION"
  /** A request asks for what its outbox may not have. Answered with `error`. */
  | "REQUEST_REFUSED"
  /** The image is missing, or is one that may not be used. */
  | "IMAGE_REFUSED"
  /** What is mounted inside is not what was checked: nothing of the request ran. */
  | "MOUNT_NOT_PINNED"
  /** A container that ran once was to be started again. */
  | "STARTED_BEFORE"
  /** A container has the name of a run, and was made for something else. */
  | "NOT_OURS"
  /** The engine could not be reached, or refused. */
  | "ENGINE_FAILED"
  /** The broker, or a key of it, is not there: no run that asks a model can begin. */
  | "MODELS_FAILED"
  /** Another watcher works on this spool. */
  | "SPOOL_IN_USE"
  /** Another watcher has taken over: this one ends. */
  | "LEASE_LOST"
  /** Others than the watcher's user own, read or write the spool. */
  | "SPOOL_NOT_PRIVATE";

/** What this package throws, with what to do about it. */
export class LaunchWatcherError extends RetinueError<LaunchWatcherErrorCode> {
  override readonly name = "LaunchWatcherError";
}

export function leaseLost({ message }: Error): LaunchWatcherError {
  return new LaunchWatcherError("LEASE_LOST", `another watcher has taken over: ${message}`, {
    remedy: "Start it again: it waits for its turn. What it had begun is the other one's.",
  });
}
