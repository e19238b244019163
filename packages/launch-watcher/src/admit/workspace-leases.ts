import {
  ContainedFsError,
  holdAgain,
  isHeldWithin,
  releaseDirectory,
  type DirectoryIdentity,
  type HeldDirectory,
} from "@retinue/contained-fs";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { openDirectory } from "./open-directory.ts";
import { refused } from "./refused.ts";

/** A workspace whose run has not ended. Its name may be another directory's by now, and it another name's. */
interface LeasedWorkspace {
  readonly path: string;
  /** Which directory it is; of a run that a watcher before began it is known from the records. */
  readonly identity?: DirectoryIdentity | undefined;
  /** The directory itself, as far as it could be found. */
  readonly held?: HeldDirectory | undefined;
}

/** Keeps others out of a workspace until it is disposed of, and holds its directory by a descriptor. */
export type WorkspaceLease = Disposable;

/** The workspaces of runs that have not ended. */
export class WorkspaceLeases {
  readonly #leased = new Map<WorkspaceLease, LeasedWorkspace>();

  /** Names of the leased workspaces, but for one's own. */
  paths(own?: WorkspaceLease): string[] {
    return this.#others(own).map(({ path }) => path);
  }

  /** Leases the workspace of a run that is about to begin, in place of what an earlier try had. */
  acquire(workspace: HeldDirectory, own?: WorkspaceLease): WorkspaceLease {
    const lease = this.#add({ path: workspace.path, identity: workspace, held: holdAgain(workspace) });
    own?.[Symbol.dispose]();
    return lease;
  }

  /**
   * Leases the workspace of a run that began earlier: the directory that was noted then, and what is found by its
   * name as far as it is still that.
   */
  acquireNoted(path: string, roots: readonly string[], noted: DirectoryIdentity | undefined): WorkspaceLease {
    const found = foundAt(path, roots);
    const isIt =
      found !== undefined &&
      (noted === undefined || (noted.device === found.device && noted.inode === found.inode));
    if (found !== undefined && !isIt) releaseDirectory(found);
    const held = isIt ? found : undefined;
    return this.#add({ path, identity: noted ?? held, held });
  }

  /**
   * Refuses a directory that is, holds or lies in a leased workspace, whatever it is called and wherever it was
   * moved. One's own lease does not count.
   *
   * @throws LaunchWatcherError REQUEST_REFUSED.
   */
  requireFree(workspace: HeldDirectory, own?: WorkspaceLease): void {
    if (!this.#others(own).some((leased) => overlaps(workspace, leased))) return;
    throw refused(
      `workspace ${JSON.stringify(workspace.path)} is in use: a run that has not ended has it, something in it, or what it lies in`,
      "Wait for that run, or name another directory.",
    );
  }

  #others(own: WorkspaceLease | undefined): LeasedWorkspace[] {
    return [...this.#leased].filter(([lease]) => lease !== own).map(([, leased]) => leased);
  }

  #add(leased: LeasedWorkspace): WorkspaceLease {
    const lease = {
      [Symbol.dispose]: () => {
        // Once: the descriptor's number may be another file's afterwards.
        if (this.#leased.delete(lease) && leased.held !== undefined) releaseDirectory(leased.held);
      },
    };
    this.#leased.set(lease, leased);
    return lease;
  }
}

function overlaps(workspace: HeldDirectory, { identity, held }: LeasedWorkspace): boolean {
  try {
    if (identity !== undefined && isHeldWithin(workspace, identity)) return true;
    return held !== undefined && isHeldWithin(held, workspace);
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    // Where it lies cannot be told.
    return true;
  }
}

function foundAt(path: string, roots: readonly string[]): HeldDirectory | undefined {
  try {
    return openDirectory({ what: "workspace", path, roots, apartFrom: [], rootItself: false });
  } catch (error) {
    if (error instanceof LaunchWatcherError) return undefined;
    throw error;
  }
}
