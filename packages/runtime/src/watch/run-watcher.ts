import { logLayout } from "@retinue/engine-contract";
import { existsSync, statSync, watch, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { linkFullLogs } from "./full-logs-link.ts";
import { newestAttempt } from "./newest-attempt.ts";

/** A notification can be lost, and an engine may log elsewhere; this finds out. */
const SAFETY_NET_MS = 5_000;

/**
 * Watches the logs of a run, in the directory in which its engine makes them and which it may have to make
 * first: sets the `full_logs` link when they are in `live_logs`, and calls back when status.json has changed.
 * Returns the function that ends it.
 */
export function watchRun(paths: SubagentPaths, logs: string, onStatus: () => void): () => void {
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let seen = 0;
  let closed = false;

  // Two writes may fall into one tick of the file system's clock: who was told of one does not compare.
  const notice = (status: string, told: boolean) => {
    const changed = statSync(status, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed === 0 || (changed === seen && !told)) return;
    seen = changed;
    onStatus();
  };
  const look = () => {
    if (closed) return;
    const { names, complete } = newestAttempt(logs);
    if (complete) linkFullLogs(paths);
    const deepest = nearestExisting(join(logs, ...names));
    const status = join(deepest, logLayout.status);
    if (deepest === watched) {
      if (complete) notice(status, false);
      return;
    }
    watcher?.close();
    watcher = startWatching(deepest, complete ? (name) => onEntry(name, status) : look);
    watched = watcher === undefined ? undefined : deepest;
    // What was made between reading and watching raised no event.
    if (watched !== undefined) look();
  };
  const onEntry = (name: string | null, status: string) => {
    if (name === null || name === logLayout.status) notice(status, true);
  };

  const safetyNet = setInterval(look, SAFETY_NET_MS);
  safetyNet.unref();
  look();
  return () => {
    closed = true;
    clearInterval(safetyNet);
    watcher?.close();
  };
}

function nearestExisting(directory: string): string {
  return existsSync(directory) ? directory : nearestExisting(dirname(directory));
}

function startWatching(directory: string, onEntry: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, (_event, name) => {
      onEntry(name);
    });
    watcher.on("error", () => {
      watcher.close();
    });
    return watcher;
  } catch {
    // Gone or not watchable: the safety net looks again.
    return undefined;
  }
}
