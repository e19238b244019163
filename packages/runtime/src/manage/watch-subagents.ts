import { directoryChanges, type ChangedNames } from "@retinue/contained-fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { SubagentListEntry } from "../contract/subagent-manager.ts";
import { currentRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { logPlaceOf } from "../watch/find-log.ts";
import { watchRun } from "../watch/run-watcher.ts";
import { knownSubagent } from "./known-subagent.ts";
import { currentState, listSubagents } from "./list-subagents.ts";

/** Nobody tells of a server that died, and of a notification that was lost. */
const pollMs = 5_000;
/** Rows of runs that write without a pause get a small share of the time. */
const restAfterLook = 4;
const leastRestMs = 50;

/** What changed since the last look: `all` where rows may have come, gone or ended. */
type Changed = ReadonlySet<string> | "all";

/**
 * The list of a workspace, at once and whenever something of it has changed: a row came, ended or went, or the status
 * of a run that goes on was written, whoever owns it. Told by the file system; changes that come faster than they are
 * looked at are one. Ends when `signal` is aborted or the manager is closed.
 *
 * @param contact Opens the workspace, and adopts what is orphaned.
 */
export async function* watchSubagents(
  contact: () => Promise<OpenWorkspace>,
  given: AbortSignal | undefined,
): AsyncGenerator<readonly SubagentListEntry[], void, undefined> {
  const workspace = await contact();
  const signal = given === undefined ? workspace.closing : AbortSignal.any([given, workspace.closing]);
  using rows = new ChangedRows(workspace, contact, signal);
  let entries: readonly SubagentListEntry[] = [];
  while (!signal.aborted) {
    const changed = rows.take();
    const began = performance.now();
    if (changed === "all") {
      entries = await listSubagents(workspace);
      rows.follow(entries);
    } else {
      entries = await withNews(workspace, entries, changed);
    }
    yield entries;
    const rest = Math.max(leastRestMs, (performance.now() - began) * restAfterLook);
    await delay(rest, undefined, { signal }).catch(() => {});
    await rows.changed();
  }
}

/** The same rows, those that changed as they are now. */
function withNews(
  workspace: OpenWorkspace,
  entries: readonly SubagentListEntry[],
  changed: ReadonlySet<string>,
): Promise<SubagentListEntry[]> {
  return Promise.all(
    entries.map((entry) =>
      changed.has(entry.subagent_id) && entry.progress !== undefined ? stateNow(workspace, entry) : entry,
    ),
  );
}

async function stateNow(workspace: OpenWorkspace, entry: SubagentListEntry): Promise<SubagentListEntry> {
  try {
    return { ...entry, ...(await currentState(workspace, knownSubagent(workspace, entry.subagent_id))) };
  } catch {
    // Removed, or not to be read just now: its row goes with the next list.
    return entry;
  }
}

/** Collects which rows have changed, until it is disposed of. */
class ChangedRows implements Disposable {
  readonly #workspace: OpenWorkspace;
  readonly #ending = new AbortController();
  readonly #followed = new Map<string, () => void>();
  #told: Set<string> | "all" = "all";
  #wake = Promise.withResolvers<void>();

  constructor(workspace: OpenWorkspace, contact: () => Promise<unknown>, signal: AbortSignal) {
    this.#workspace = workspace;
    signal.addEventListener("abort", () => this.#wake.resolve(), { signal: this.#ending.signal });
    const { settings, state } = workspace;
    void this.#watch(state.active, () => void contact().catch(() => {}));
    void this.#watch(join(settings.workspace, "subagents"), () => {});
  }

  take(): Changed {
    const told = this.#told;
    this.#told = new Set();
    this.#wake = Promise.withResolvers<void>();
    return told;
  }

  /** Waits until there is something to take, or the watch ends. */
  async changed(): Promise<void> {
    await this.#wake.promise;
  }

  /** Follows what goes on, and that alone. */
  follow(entries: readonly SubagentListEntry[]): void {
    const goingOn = new Set(
      entries.filter(({ progress }) => progress !== undefined).map(({ subagent_id }) => subagent_id),
    );
    for (const [id, end] of this.#followed) {
      if (goingOn.has(id)) continue;
      end();
      this.#followed.delete(id);
    }
    for (const id of goingOn) if (!this.#followed.has(id)) this.#followed.set(id, this.#followRun(id));
  }

  #followRun(id: string): () => void {
    try {
      const { paths, record } = knownSubagent(this.#workspace, id);
      return watchRun(paths, logPlaceOf(currentRun(record).mode), () => this.#tell(id));
    } catch {
      // Removed since it was listed.
      return () => {};
    }
  }

  async #watch(directory: string, onPoll: () => void): Promise<void> {
    const { signal } = this.#ending;
    let isFirst = true;
    for await (const names of directoryChanges(directory, { signal, pollMs })) {
      // The first is said by the watch itself.
      if (isFirst) isFirst = false;
      else if (isPoll(names)) onPoll();
      else this.#tell("all");
    }
  }

  #tell(changed: string | "all"): void {
    if (changed === "all") this.#told = "all";
    else if (this.#told !== "all") this.#told.add(changed);
    this.#wake.resolve();
  }

  [Symbol.dispose](): void {
    this.#ending.abort();
    for (const end of this.#followed.values()) end();
    this.#followed.clear();
  }
}

function isPoll(names: ChangedNames): boolean {
  return names !== "any" && names.size === 0;
}
