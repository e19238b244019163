import type { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Unanswered } from "./answer-pending.ts";

/** Disposing of it leaves what runs. */
export interface Watcher extends AsyncDisposable {
  /** `sha256:…` of the image that every run gets. */
  readonly imageId: string;
  /**
   * Claims what lies in the outboxes now, and waits until all that was claimed is answered. What comes meanwhile
   * is claimed afterwards. While the engine is away that is tried again for a minute and a half.
   */
  answerPending(): Promise<Unanswered>;
  /**
   * Claims and begins nothing more. What runs is left for the next watcher to adopt, or waited for: until then
   * it may still be cancelled. What waits for its turn is the next watcher's.
   */
  stop(running: "wait" | "leave"): Promise<void>;
  /** Resolves once another watcher has taken over: this one has ended then, and changed nothing since. */
  readonly lost: Promise<LaunchWatcherError>;
}
