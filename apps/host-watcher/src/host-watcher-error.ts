import { RetinueError } from "@retinue/errors";

/** What retinue-watch refuses by itself: flags and files that it cannot use. */
export class HostWatcherError extends RetinueError<"INVALID_FLAG" | "UNREADABLE_FILE"> {
  override readonly name = "HostWatcherError";
}
