import { directoryChanges } from "@retinue/contained-fs";
import { setTimeout as delay } from "node:timers/promises";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { findLog, type FoundLog, type LogPlace } from "./find-log.ts";
import { linkFullLogs } from "./full-logs-link.ts";
import { logSignature } from "./log-signature.ts";

/** A notification can be lost, and an engine may log elsewhere; this finds out. */
const pollMs = 5_000;
// What a signature does not show: a directory above them that was replaced.
const MOST_PASSED_OVER = 9;
// A child that writes without a pause gets a small share of the time.
const REST_AFTER_LOOK = 4;

/**
 * Watches the logs of a run, in the directory in which its engine makes them and which it may have to make
 * first: sets the `full_logs` link when they are in `live_logs`, and calls back when status.json has changed.
 * Events that come faster than they are looked at are one. Returns the function that ends it.
 */
export function watchRun(paths: SubagentPaths, place: LogPlace, onStatus: () => void): () => void {
  const stopping = new AbortController();
  void followLogs(paths, place, onStatus, stopping.signal);
  return () => stopping.abort();
}

async function followLogs(
  paths: SubagentPaths,
  place: LogPlace,
  onStatus: () => void,
  signal: AbortSignal,
): Promise<void> {
  let seen: string | undefined;
  let linked: string | undefined;
  for (let directory = paths.parentWorkspace; !signal.aborted;) {
    let signature: string | undefined;
    let passedOver = 0;
    for await (const told of directoryChanges(directory, { signal, pollMs, keepAlive: false })) {
      const isPoll = told !== "any" && told.size === 0;
      // Before the look: what comes after it is another writing.
      const present = logSignature(directory);
      if (isPoll && present === signature && signature !== undefined && passedOver < MOST_PASSED_OVER) {
        passedOver += 1;
        continue;
      }
      passedOver = 0;
      const began = performance.now();
      const found = lookAt(paths, place, linked);
      if (found?.status !== undefined && found.status !== seen) onStatus();
      seen = found?.status;
      if (found?.isComplete) linked = found.directory;
      signature = found?.isComplete ? present : undefined;
      const next = found?.directory ?? paths.parentWorkspace;
      if (next !== directory) {
        directory = next;
        break;
      }
      const rest = (performance.now() - began) * REST_AFTER_LOOK;
      await delay(rest, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** @param linked The directory of the log that `full_logs` leads to already. */
function lookAt(paths: SubagentPaths, place: LogPlace, linked: string | undefined): FoundLog | undefined {
  try {
    const found = findLog(paths, place);
    if (found.isComplete && place === "log" && found.directory !== linked) linkFullLogs(paths);
    return found;
  } catch {
    // Not there yet, taken away, or no descriptor left: the next look tells.
    return undefined;
  }
}
