import { entryWithin, kindWithin, type ContainedRoot } from "@retinue/contained-fs";
import { logLayout, type RuntimeMode } from "@retinue/engine-contract";
import { join } from "node:path";
import { engineLogs, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { withLog, withWorkspace } from "../prepare/subagent-roots.ts";
import { newestAttempt } from "./newest-attempt.ts";

/** In which directory the engine of a run makes its logs: the one it was told, or its workspace. */
export type LogPlace = "log" | "workspace";

/** A host's engine knows nothing of the log directory and writes into its workspace. */
export function logPlaceOf(mode: RuntimeMode): LogPlace {
  return mode === "delegated" ? "workspace" : "log";
}

/** What is known of an engine's log at one look. */
export interface FoundLog {
  readonly isComplete: boolean;
  /** The deepest directory of the log that is there; absolute, and a name only: it is watched, not read. */
  readonly directory: string;
  /** Which writing of status.json lies there: the time alone is that of another one in the same tick. */
  readonly status: string | undefined;
}

/** @throws ContainedFsError while it is not there, or no descriptor is left. */
export function findLog(paths: SubagentPaths, place: LogPlace): FoundLog {
  return inLogs(paths, place, newestLog);
}

/** Hands on the directory in which a run's engine makes its logs, and what it is called there. */
export function inLogs<T>(
  paths: SubagentPaths,
  place: LogPlace,
  use: (root: ContainedRoot, base: string) => T,
): T {
  return place === "log"
    ? withLog(paths, (log) => use(log, logLayout.liveLogs))
    : withWorkspace(paths, (workspace) => use(workspace, engineLogs));
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
