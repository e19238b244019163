import { setTimeout as delay } from "node:timers/promises";
import { followFiles } from "../watch/follow-files.ts";
import { draftDirectories } from "./draft-directories.ts";

/** Quicker than this nobody reads. */
const leastRestMs = 200;

/**
 * Calls back whenever a subagent's agents may have said something, told by the file system, until `signal` is aborted.
 *
 * @param onNews Its promise is waited for; it must not reject.
 */
export async function followDrafts(
  logPath: string,
  onNews: () => unknown,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true;
  for await (const _ of followFiles(() => draftDirectories(logPath), signal)) {
    // Nothing has changed yet.
    if (isFirst) isFirst = false;
    else {
      await onNews();
      await delay(leastRestMs, undefined, { signal }).catch(() => {});
    }
  }
}
