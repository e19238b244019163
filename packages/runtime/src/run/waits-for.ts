import { waitsForHost } from "../delegate/waits-for-host.ts";
import { activeEntry } from "../own/active-index.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import { onEachSecond } from "../supervise/on-each-second.ts";
import type { OpenWorkspace } from "./open-workspace.ts";
import type { ProgressFeed } from "./progress-feed.ts";

/** So long a run may be pending before anybody is told why: most have begun by then. */
const quietSeconds = 3;

/** What a run that has no status yet waits for, in words; undefined when nothing keeps it. */
export function waitsFor(workspace: OpenWorkspace, { paths, record }: RecordedRun): string | undefined {
  const { subagentId, logPath } = paths;
  const { mode, number } = currentRun(record);
  const before = workspace.admission.before(subagentId);
  if (before !== undefined) return `one of ${workspace.settings.maxConcurrent} places, ${before} before it`;
  if (activeEntry(workspace.state.active, subagentId)?.launched === false) return "a place to run";
  return mode === "delegated" ? waitsForHost(supervisorDirectory(logPath, number)) : undefined;
}

/**
 * Says on the feed of a run whenever what it waits for has changed, from a few seconds on until it waits for nothing.
 * Returns the function that ends it.
 */
export function onWaiting(
  workspace: OpenWorkspace,
  run: RecordedRun,
  feed: Pick<ProgressFeed<unknown>, "change">,
): () => void {
  let seconds = 0;
  let told: string | undefined;
  const end = onEachSecond(() => {
    seconds += 1;
    if (seconds < quietSeconds) return;
    const present = waitsFor(workspace, run);
    if (present === undefined) end();
    if (present !== told) feed.change();
    told = present;
  });
  return end;
}
