import { holdByStatus } from "../budget/hold-by-status.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import { logPlaceOf } from "../watch/find-log.ts";
import { watchRun } from "../watch/run-watcher.ts";
import type { OpenWorkspace } from "./open-workspace.ts";
import type { ProgressFeed } from "./progress-feed.ts";
import { onWaiting } from "./waits-for.ts";

/**
 * Says on the feed of a launched run when its status, or what it waits for, has changed. Returns what ends it.
 *
 * @param cutOff Stops it, when its budget is spent and its engine holds none.
 */
export function followProgress(
  workspace: OpenWorkspace,
  run: RecordedRun,
  feed: Pick<ProgressFeed<unknown>, "change">,
  cutOff: () => Promise<void>,
): () => void {
  const hold = holdByStatus(run, cutOff);
  const stopWatching = watchRun(run.paths, logPlaceOf(currentRun(run.record).mode), () => {
    feed.change();
    hold();
  });
  const stopWaiting = onWaiting(workspace, run, feed);
  return () => {
    stopWatching();
    stopWaiting();
  };
}
