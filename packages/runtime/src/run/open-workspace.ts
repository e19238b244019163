import { accessSync, constants, statSync } from "node:fs";
import { createAdmission, type Admission } from "../admit/admission.ts";
import type { Settings } from "../configure/manager-options.ts";
import { managerClosed, RuntimeError } from "../contract/runtime-error.ts";
import { writeActive, type ActiveEntry } from "../own/active-index.ts";
import { registerOwner, type Owner } from "../own/owner.ts";
import { createStateDirectory, isStateThere, type StateDirectory } from "../own/state-directory.ts";
import { openWorkspaceLock, underLock, type WorkspaceLock } from "../own/workspace-lock.ts";
import { defaultLogDirectory } from "../prepare/subagent-paths.ts";
import { recordRunTotals, type RunTotals } from "../finish/record-run-totals.ts";
import { Gathering } from "../record/gathering.ts";
import { recordedRows } from "../record/recorded-rows.ts";
import { registryPath, upsertRegistryRows, type RegistryRow } from "../record/registry.ts";
import { WorkspaceModels } from "../models/workspace-models.ts";
import { OfferedResults } from "./offered-results.ts";

/** What an open workspace asks of the manager that opened it. */
export interface WorkspaceUser {
  /** Adopts runs whose server is gone. */
  readonly adoptOrphans: () => Promise<void>;
  /** What is to be noted of this process's runs. */
  readonly activeEntries: () => readonly ActiveEntry[];
}

/** A parent's workspace that this server works on: its notes, its lock, its ownership, and who may launch. */
export class OpenWorkspace {
  readonly settings: Settings;
  readonly logDirectory: string;
  readonly state: StateDirectory;
  readonly lock: WorkspaceLock;
  readonly owner: Owner;
  readonly admission: Admission;
  readonly offers: OfferedResults;
  readonly models: WorkspaceModels;
  /** Rows on their way into the registry. */
  readonly rows: Gathering<RegistryRow>;
  /** What is on its way into the totals of log directories. */
  readonly totals: Gathering<RunTotals>;
  readonly #user: WorkspaceUser;
  readonly #closing = new AbortController();
  readonly #writing = new Set<Promise<unknown>>();
  #isClosed = false;

  /** @throws RuntimeError INVALID_CONFIGURATION when it cannot be written. */
  constructor(settings: Settings, user: WorkspaceUser) {
    requireWritableDirectory(settings.workspace);
    this.settings = settings;
    this.logDirectory = settings.logDirectory ?? defaultLogDirectory(settings.workspace, new Date());
    this.state = createStateDirectory(settings.workspace, settings.log);
    this.lock = openWorkspaceLock(this.state.workspaceLock);
    this.owner = registerOwner(this.state.owners);
    this.admission = createAdmission({
      lock: this.lock,
      activeDirectory: this.state.active,
      maxConcurrent: settings.maxConcurrent,
      adoptOrphans: user.adoptOrphans,
    });
    this.models = new WorkspaceModels(settings);
    this.offers = new OfferedResults(this.state.finished, this.closing, settings.log);
    const registry = registryPath(settings.workspace);
    // One that was removed is made anew from the records, and not from these rows alone.
    const recorded = () => recordedRows(settings.workspace, this.logDirectory);
    const upsertRows = (rows: readonly RegistryRow[]) =>
      upsertRegistryRows(registry, rows, settings, recorded);
    this.rows = new Gathering(this.closing, (rows) =>
      underLock(this.state.registryLock, () => upsertRows(rows)),
    );
    this.totals = new Gathering(this.closing, recordRunTotals);
    this.#user = user;
  }

  /** Aborted when it is being closed: nothing is tried again any more. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Makes our notes anew where they were removed, in a workspace that was emptied or made again: this server's
   * lock, and the runs that it holds. A few looks at the disk when nothing was.
   *
   * @throws RuntimeError INVALID_CONFIGURATION when the workspace itself is gone.
   */
  restoreNotes(): void {
    const { settings, state, owner } = this;
    requireWritableDirectory(settings.workspace);
    if (isStateThere(state) && !owner.renew()) return;
    createStateDirectory(settings.workspace, settings.log);
    owner.renew();
    for (const entry of this.#user.activeEntries()) writeActive(state.active, entry, true);
  }

  /**
   * Does what only the owner of a run may do to its documents: ownership is not let go of meanwhile, and nothing
   * is done without it.
   */
  async asOwner<T>(write: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw managerClosed();
    const writing = write();
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** Says that it is being closed; `close` then lets go. */
  beginClosing(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    this.beginClosing();
    this.admission.close();
    this.#isClosed = true;
    await Promise.allSettled(this.#writing);
    this.models[Symbol.dispose]();
    this.owner.release();
    this.lock.close();
  }
}

function requireWritableDirectory(workspace: string): void {
  try {
    if (!statSync(workspace).isDirectory()) throw new Error("it is not a directory");
    accessSync(workspace, constants.W_OK);
  } catch (error) {
    throw new RuntimeError(
      "INVALID_CONFIGURATION",
      `The workspace ${workspace} cannot be used: ${(error as Error).message}`,
      {
        remedy: "Name an existing directory that this process may write in.",
        details: { workspace },
        cause: error,
      },
    );
  }
}
