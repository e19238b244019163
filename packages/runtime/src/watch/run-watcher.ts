import { directoryChanges, entryWithin, kindWithin, type ContainedRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { engineLogs, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { withLog, withWorkspace } from "../prepare/subagent-roots.ts";
import { linkFullLogs } from "./full-logs-link.ts";
import { newestAttempt } from "./newest-attempt.ts";

/** A notification can be lost, and an engine may log elsewhere; this finds out. */
const pollMs = 5_000;
// A child that writes without a pause gets a small share of the time.
const REST_AFTER_LOOK = 4;

/** In which directory the engine of a run makes its logs: the one it was told, or its workspace. */
export type LogPlace = "log" | "workspace";

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
    for await (const _ of directoryChanges(directory, { signal, pollMs, keepAlive: false })) {
      const began = performance.now();
      const found = lookAt(paths, place, linked);
      if (found?.status !== undefined && found.status !== seen) onStatus();
      seen = found?.status;
      if (found?.isComplete) linked = found.directory;
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

/** What is known of an engine's log at one look. */
interface FoundLog {
  readonly isComplete: boolean;
  /** The deepest directory of the log that is there; absolute, and a name only: it is watched, not read. */
  readonly directory: string;
  /** Which writing of status.json lies there: the time alone is that of another one in the same tick. */
  readonly status: string | undefined;
}

/** @param linked The directory of the log that `full_logs` leads to already. */
function lookAt(paths: SubagentPaths, place: LogPlace, linked: string | undefined): FoundLog | undefined {
  try {
    const found = open(paths, place, newestLog);
    if (found.isComplete && place === "log" && found.directory !== linked) linkFullLogs(paths);
    return found;
  } catch {
    // Not there yet, taken away, or no descriptor left: the next look tells.
    return undefined;
  }
}

function newestLog(root: ContainedRoot, base: string): FoundLog {
  const { names, complete } = newestAttempt(root, base);
  const log = [base, ...names].join("/");
  const status = complete ? entryWithin(root, `${log}/${logLayout.status}`) : undefined;
  return {
    isComplete: complete,
    directory: join(root.path, deepest(root, log)),
    status: status?.kind === "file" ? `${status.inode} ${status.modifiedMs}` : undefined,
  };
}

function deepest(root: ContainedRoot, path: string): string {
  if (path === "" || kindWithin(root, path) === "directory") return path;
  return deepest(root, path.slice(0, Math.max(0, path.lastIndexOf("/"))));
}

function open<T>(paths: SubagentPaths, place: LogPlace, use: (root: ContainedRoot, base: string) => T): T {
  return place === "log"
    ? withLog(paths, (log) => use(log, logLayout.liveLogs))
    : withWorkspace(paths, (workspace) => use(workspace, engineLogs));
}
