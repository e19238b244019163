import {
  ContainedFsError,
  isHeldWithin,
  type DirectoryIdentity,
  type HeldDirectory,
} from "@retinue/contained-fs";
import { refused } from "./refused.ts";

/** A workspace whose run has not ended. Its name may be another directory's by now, and it another name's. */
export interface Occupied {
  readonly path: string;
  /** Which directory it is; of a run that a watcher before began it is known from the records. */
  readonly identity?: DirectoryIdentity | undefined;
  /** The directory itself, as far as it could be found. */
  readonly held?: HeldDirectory | undefined;
}

/**
 * Refuses a directory that is, holds or lies in the workspace of a run that has not ended, whatever it is called
 * and wherever it was moved.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function requireFree(workspace: HeldDirectory, inUse: readonly Occupied[]): void {
  if (!inUse.some((occupied) => overlaps(workspace, occupied))) return;
  throw refused(
    `workspace ${JSON.stringify(workspace.path)} is in use: a run that has not ended has it, something in it, or what it lies in`,
    "Wait for that run, or name another directory.",
  );
}

function overlaps(workspace: HeldDirectory, { identity, held }: Occupied): boolean {
  try {
    if (identity !== undefined && isHeldWithin(workspace, identity)) return true;
    return held !== undefined && isHeldWithin(held, workspace);
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    // Where it lies cannot be told.
    return true;
  }
}
