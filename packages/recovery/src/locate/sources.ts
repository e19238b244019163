import {
  closeRoot,
  ContainedFsError,
  isUnreadable,
  openRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { forbiddenIn, unreadableIn } from "./unreadable.ts";

/** Directories that belong to a run, as the caller names them. Each may be gone. */
export interface SourcePaths {
  /** The subagent's log directory. */
  readonly logPath?: string | null | undefined;
  /** The runtime workspace. */
  readonly workspacePath?: string | null | undefined;
  /** One attempt of an engine, which then counts before any other. */
  readonly attemptPath?: string | undefined;
  /** Further directories below which a path in a status file may be followed. */
  readonly roots?: readonly string[] | undefined;
}

/** The directories that a recovery may read beneath. One that is gone is absent. */
export interface Sources {
  readonly log: ContainedRoot | undefined;
  /** Opened when it is asked for: the log directory mostly is enough. */
  readonly workspace: ContainedRoot | undefined;
  readonly attempt: ContainedRoot | undefined;
  /** All of them, the further ones included. */
  readonly roots: readonly ContainedRoot[];
  /** Why a directory that is there could not be used. */
  readonly problems: readonly string[];
  /** What could not be looked at so far, which says nothing of whether it is there. */
  readonly unreadable: readonly string[];
  /** What this process may not look at. */
  readonly forbidden: readonly string[];
  readonly paths: SourcePaths;
  close(): void;
}

export function openSources(paths: SourcePaths): Sources {
  const problems: string[] = [];
  const unopened: string[] = [];
  const opened = new Map<string, ContainedRoot | undefined>();
  const open = (path: string | null | undefined) => {
    if (!path) return undefined;
    if (!opened.has(path)) opened.set(path, openIfThere(path, problems, unopened));
    return opened.get(path);
  };
  return {
    paths,
    problems,
    get unreadable() {
      const roots = [...opened.values()].filter((root) => root !== undefined);
      return [...unopened, ...roots.flatMap(unreadableIn)];
    },
    get forbidden() {
      return [...opened.values()].flatMap((root) => (root === undefined ? [] : forbiddenIn(root)));
    },
    log: open(paths.logPath),
    attempt: open(paths.attemptPath),
    get workspace() {
      return open(paths.workspacePath);
    },
    get roots() {
      const { logPath, workspacePath, attemptPath, roots = [] } = paths;
      const all = [logPath, workspacePath, attemptPath, ...roots].map(open);
      return all.filter((root) => root !== undefined);
    },
    close() {
      for (const root of opened.values()) if (root !== undefined) closeRoot(root);
    },
  };
}

function openIfThere(path: string, problems: string[], unopened: string[]): ContainedRoot | undefined {
  try {
    return openRoot(path);
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    // Workspaces are cleaned up and logs are moved: what is gone is no problem.
    if (error.code !== "NOT_FOUND") problems.push(error.message);
    if (isUnreadable(error)) unopened.push(error.message);
    return undefined;
  }
}
