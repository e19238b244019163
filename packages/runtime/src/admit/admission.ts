import { watch, type FSWatcher } from "node:fs";
import { isOpen, readActive, writeActive } from "../own/active-index.ts";
import type { WorkspaceLock } from "../own/workspace-lock.ts";

const SAFETY_NET_MS = 2_000;

export type Admitted = "admitted" | "cancelled";

export interface Admission {
  /** Resolves when the run may start; first come, first served within this process. */
  admit(subagentId: string): Promise<Admitted>;
  /** Takes a waiting run out of the queue. False when it does not wait here. */
  cancel(subagentId: string): boolean;
  /** Says that a place may have become free. */
  reconsider(): void;
  close(): void;
}

export interface AdmissionInput {
  readonly lock: WorkspaceLock;
  readonly activeDirectory: string;
  readonly maxConcurrent: number;
  /** Whether the engine of a run of this process has ended, whose end may not be recorded yet. */
  readonly isOver: (subagentId: string) => boolean;
  /** Called before each look, so that places held by runs of dead servers come free. */
  readonly takeOver: () => Promise<void>;
}

/** Holds the number of launched runs in the workspace, over all its servers, at `maxConcurrent`. */
export function createAdmission({
  lock,
  activeDirectory,
  maxConcurrent,
  isOver,
  takeOver,
}: AdmissionInput): Admission {
  const waiting = new Map<string, (admitted: Admitted) => void>();
  let watcher: FSWatcher | undefined;
  let safetyNet: NodeJS.Timeout | undefined;
  let pumping: Promise<void> = Promise.resolve();

  const takePlace = (subagentId: string, full: boolean): Admitted | "full" => {
    const entries = readActive(activeDirectory).filter(
      (entry) => isOpen(entry) && !isOver(entry.subagent_id),
    );
    const own = entries.find(({ subagent_id }) => subagent_id === subagentId);
    if (own === undefined || own.cancelled === true) return "cancelled";
    if (full || entries.filter(({ launched }) => launched).length >= maxConcurrent) return "full";
    writeActive(activeDirectory, { ...own, launched: true });
    return "admitted";
  };

  const pump = async () => {
    if (waiting.size > 0) listen();
    let full = false;
    for (const [subagentId, resolve] of waiting) {
      const outcome = await lock.run(() => takePlace(subagentId, full));
      // Those behind the first who has to wait are asked only whether they still want to.
      if (outcome === "full") full = true;
      else if (waiting.delete(subagentId)) resolve(outcome);
    }
    if (waiting.size === 0) stopListening();
  };
  const reconsider = () => {
    // One look at a time keeps first come, first served; a failed look is repeated by the safety net.
    pumping = pumping.then(pump).catch(() => {});
  };
  const listen = () => {
    // First: without any watch left the run would wait for ever.
    safetyNet ??= setInterval(() => void takeOver().then(reconsider, reconsider), SAFETY_NET_MS).unref();
    watcher ??= startWatching(activeDirectory, reconsider);
  };
  const stopListening = () => {
    watcher?.close();
    clearInterval(safetyNet);
    watcher = undefined;
    safetyNet = undefined;
  };

  return {
    admit: (subagentId) =>
      new Promise((resolve) => {
        waiting.set(subagentId, resolve);
        reconsider();
      }),
    cancel: (subagentId) => {
      const resolve = waiting.get(subagentId);
      waiting.delete(subagentId);
      resolve?.("cancelled");
      return resolve !== undefined;
    },
    reconsider: () => {
      if (waiting.size > 0) reconsider();
    },
    close: () => {
      waiting.clear();
      stopListening();
    },
  };
}

function startWatching(directory: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, onChange);
    return watcher.on("error", () => watcher.close());
  } catch {
    // None left, or the directory is gone: the safety net looks again.
    return undefined;
  }
}
