import { entryWithin, kindWithin, type ContainedRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { engineLogs, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { ifReachable, withLog, withWorkspace } from "../prepare/subagent-roots.ts";
import { linkFullLogs } from "./full-logs-link.ts";
import { newestAttempt } from "./newest-attempt.ts";

/** A notification can be lost, and an engine may log elsewhere; this finds out. */
const SAFETY_NET_MS = 5_000;
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
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let seen = 0;
  // What came since the last look: anything, and news of status.json itself.
  let [asked, told] = [false, false];
  let next: NodeJS.Timeout | undefined;
  let closed = false;

  const schedule = (ofStatus: boolean) => {
    asked = true;
    told ||= ofStatus;
    next ??= setTimeout(look, 0).unref();
  };
  const look = () => {
    const began = performance.now();
    const ofStatus = told;
    [asked, told] = [false, false];
    try {
      lookOnce(ofStatus);
    } finally {
      const rest = (performance.now() - began) * REST_AFTER_LOOK;
      next = asked && !closed ? setTimeout(look, rest).unref() : undefined;
    }
  };
  const lookOnce = (ofStatus: boolean) => {
    if (closed) return;
    const found = ifReachable(() => open(paths, place, newestLog));
    if (found?.isComplete === true && place === "log") ifReachable(() => linkFullLogs(paths));
    follow(found?.directory ?? paths.parentWorkspace);
    // Two writes may fall into one tick of the file system's clock: who was told of one does not compare.
    const changed = found?.changedMs ?? 0;
    if (changed === 0 || (changed === seen && !ofStatus)) return;
    seen = changed;
    onStatus();
  };
  const follow = (directory: string) => {
    if (closed || directory === watched) return;
    watcher?.close();
    watcher = startWatching(directory, (name) => schedule(name === null || name === logLayout.status));
    watched = watcher === undefined ? undefined : directory;
    // What was made between reading and watching raised no event.
    if (watched !== undefined) schedule(false);
  };

  const safetyNet = setInterval(() => schedule(false), SAFETY_NET_MS);
  safetyNet.unref();
  schedule(false);
  return () => {
    closed = true;
    clearInterval(safetyNet);
    clearTimeout(next);
    watcher?.close();
  };
}

/** What is known of an engine's log at one look. */
interface FoundLog {
  readonly isComplete: boolean;
  /** The deepest directory of the log that is there; absolute, and a name only: it is watched, not read. */
  readonly directory: string;
  /** When status.json was changed, 0 when there is none. */
  readonly changedMs: number;
}

function newestLog(root: ContainedRoot, base: string): FoundLog {
  const { names, complete } = newestAttempt(root, base);
  const log = [base, ...names].join("/");
  const status = complete ? entryWithin(root, `${log}/${logLayout.status}`) : undefined;
  return {
    isComplete: complete,
    directory: join(root.path, deepest(root, log)),
    changedMs: status?.kind === "file" ? status.modifiedMs : 0,
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

function startWatching(directory: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, (_event, name) => onEvent(name));
    return watcher.on("error", () => watcher.close());
  } catch {
    // Gone or not watchable: the safety net looks again.
    return undefined;
  }
}
