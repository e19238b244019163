import { LaunchWatcherError } from "../launch-watcher-error.ts";

/** A request that is answered with `error`: what it asked for, and what may be asked instead. */
export function refused(message: string, remedy: string, cause?: unknown): LaunchWatcherError {
  return new LaunchWatcherError("REQUEST_REFUSED", `The request was refused: ${message}`, { remedy, cause });
}
