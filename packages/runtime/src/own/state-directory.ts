import { createFileExclusive, entryAt, makeDirectory, readText } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { join } from "node:path";

/** Our own notes in the parent's workspace: locks, and who is at work. Nothing here is the truth about a run. */
export interface StateDirectory {
  readonly workspaceLock: string;
  readonly registryLock: string;
  readonly owners: string;
  /** What the runs that ended have spent of their parent's budget. */
  readonly budget: string;
  /** One file for each run that has not been finished. */
  readonly active: string;
  /** One file for each result that nobody has acknowledged. */
  readonly finished: string;
}

export function stateDirectory(parentWorkspace: string): StateDirectory {
  const root = join(parentWorkspace, logLayout.massgen, "retinue");
  return {
    workspaceLock: join(root, "workspace.lock"),
    registryLock: join(root, "registry.lock"),
    owners: join(root, "owners"),
    budget: join(root, "budget.json"),
    active: join(root, "active"),
    finished: join(root, "finished"),
  };
}

/**
 * Makes the directories that are ours. Nothing in them shows up in `git status`, unless their `.gitignore` is
 * the user's own: that one stays as it is, and `log` is told.
 */
export function createStateDirectory(
  parentWorkspace: string,
  log: (message: string) => void = () => {},
): StateDirectory {
  const state = stateDirectory(parentWorkspace);
  for (const directory of [state.owners, state.active, state.finished]) makeDirectory(directory);
  const subagents = join(parentWorkspace, "subagents");
  makeDirectory(subagents);
  for (const directory of [subagents, join(parentWorkspace, logLayout.massgen)]) hideFromGit(directory, log);
  return state;
}

/** Whether the directories of our notes are there. */
export function isStateThere({ active, finished }: StateDirectory): boolean {
  return [active, finished].every((path) => entryAt(path)?.kind === "directory");
}

const maxGitignoreBytes = 1024 * 1024;

function hideFromGit(directory: string, log: (message: string) => void): void {
  const path = join(directory, ".gitignore");
  if (createFileExclusive(path, "*\n", { durable: false })) return;
  const hidesAll = textOf(path)
    .split(/\r?\n/)
    .some((line) => line.trim() === "*");
  if (!hidesAll) log(`${path} does not hide what is made beside it from git: add a line "*" to it`);
}

function textOf(path: string): string {
  try {
    return readText(path, { maxBytes: maxGitignoreBytes }) ?? "";
  } catch {
    // A link, for one: it is the user's own, and is said to hide nothing.
    return "";
  }
}
