import { directoryChanges, entryAt } from "@retinue/contained-fs";
import { knownWorkspaces, type SubagentListEntry, type SubagentManager } from "@retinue/runtime";
import { join } from "node:path";
import { openManager } from "../run/open-manager.ts";
import type { WorkspaceRow } from "./workspace-row.ts";

export interface WorkspaceWatcher {
  /** Whenever a row of one of them, or what is wrong with one, has changed. */
  readonly onRows: () => void;
  /** What a manager says, and once why a workspace cannot be followed. */
  readonly say: (message: string) => void;
}

/** The subagents of workspaces as they are now, each with a manager of its own, until it is disposed of. */
export class WatchedWorkspaces implements AsyncDisposable {
  readonly #watcher: WorkspaceWatcher;
  readonly #ending = new AbortController();
  readonly #managers = new Map<string, SubagentManager>();
  readonly #lists = new Map<string, readonly SubagentListEntry[]>();
  readonly #problems = new Map<string, string>();
  readonly #looks: Promise<void>[] = [];
  readonly #watching = new Set<Promise<void>>();

  constructor(watcher: WorkspaceWatcher) {
    this.#watcher = watcher;
  }

  get rows(): WorkspaceRow[] {
    return [...this.#lists].flatMap(([workspace, entries]) => entries.map((entry) => ({ workspace, entry })));
  }

  /** Why one of them cannot be followed; its last rows stay. */
  get problems(): readonly string[] {
    return [...this.#problems.values()];
  }

  /** The manager of a workspace of which there are rows. */
  managerOf(workspace: string): SubagentManager {
    return this.#managers.get(workspace) as SubagentManager;
  }

  /** Resolves when each that was added by now has its first rows, has none to have yet, or cannot be looked at. */
  async looked(): Promise<void> {
    await Promise.all(this.#looks);
  }

  /** Looks at all of them anew: a list that is pushed may know less than there is by now. */
  async look(): Promise<void> {
    const lists = [...this.#managers].map(async ([workspace, manager]) => {
      this.#lists.set(workspace, await manager.list());
    });
    // One that cannot be looked at keeps the rows that it had.
    await Promise.allSettled(lists);
  }

  /** Follows a workspace; one that holds no subagents yet from its first on. */
  add(workspace: string): void {
    if (this.#lists.has(workspace)) return;
    this.#lists.set(workspace, []);
    const looked = Promise.withResolvers<void>();
    this.#looks.push(looked.promise);
    this.#keep(workspace, this.#follow(workspace, looked.resolve).finally(looked.resolve));
  }

  /** Follows every workspace that is noted of this user, and those that come to be. */
  addKnown(index: string): void {
    for (const workspace of knownWorkspaces(index)) this.add(workspace);
    this.#keep(index, this.#followIndex(index));
  }

  async #follow(workspace: string, onLooked: () => void): Promise<void> {
    await this.#untilHolding(workspace, onLooked);
    if (this.#ending.signal.aborted) return;
    const { say, onRows } = this.#watcher;
    const manager = await openManager(workspace, say);
    this.#managers.set(workspace, manager);
    for await (const entries of manager.watch({ signal: this.#ending.signal })) {
      this.#lists.set(workspace, entries);
      onLooked();
      onRows();
    }
  }

  /** Opening a workspace makes directories in it: not in one that has none. */
  async #untilHolding(workspace: string, onNone: () => void): Promise<void> {
    for await (const _ of directoryChanges(workspace, { signal: this.#ending.signal })) {
      if (entryAt(join(workspace, "subagents"))?.kind === "directory") return;
      onNone();
    }
  }

  async #followIndex(index: string): Promise<void> {
    for await (const _ of directoryChanges(index, { signal: this.#ending.signal }))
      for (const workspace of knownWorkspaces(index)) this.add(workspace);
  }

  /** One that cannot be followed is said, and keeps none of the others back. */
  #keep(what: string, watching: Promise<void>): void {
    const { say, onRows } = this.#watcher;
    const told = watching.catch((error: Error) => {
      this.#problems.set(what, error.message);
      say(error.message);
      onRows();
    });
    this.#watching.add(told);
    void told.then(() => this.#watching.delete(told));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#watching);
    await Promise.all([...this.#managers.values()].map((manager) => manager.close()));
  }
}
