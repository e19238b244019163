import { closeRoot, ContainedFsError, openRoot, type ContainedRoot } from "@retinue/contained-fs";

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

/** The directories that a recovery may read beneath, open. One that is gone is absent. */
export interface Sources {
  readonly log: ContainedRoot | undefined;
  readonly workspace: ContainedRoot | undefined;
  readonly attempt: ContainedRoot | undefined;
  /** All that are open, the further ones included. */
  readonly roots: readonly ContainedRoot[];
  /** Why a directory that is there could not be used. */
  readonly problems: readonly string[];
}

export function openSources(paths: SourcePaths): Sources {
  const problems: string[] = [];
  const open = (path: string | null | undefined) => (path ? openIfThere(path, problems) : undefined);
  const log = open(paths.logPath);
  const workspace = open(paths.workspacePath);
  const attempt = open(paths.attemptPath);
  const all = [log, workspace, attempt, ...(paths.roots ?? []).map(open)];
  return { log, workspace, attempt, roots: all.filter((root) => root !== undefined), problems };
}

export function closeSources({ roots }: Sources): void {
  for (const root of roots) closeRoot(root);
}

function openIfThere(path: string, problems: string[]): ContainedRoot | undefined {
  try {
    return openRoot(path);
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    // Workspaces are cleaned up and logs are moved: what is gone is no problem.
    if (error.code !== "NOT_FOUND") problems.push(error.message);
    return undefined;
  }
}
