import { watch, type FSWatcher } from "node:fs";
import { isOpen, readActive, writeActive } from "../own/active-index.ts";
import type { WorkspaceLock } from "../own/workspace-lock.ts";

const safetyNetMs = 2_000;

/** The right to run. */
export interface Place {
  /** The run's engine has ended: it holds no place any more, recorded or not. */
  leave(): void;
}

/** Holds the number of launched runs in the workspace, over all its servers. */
export interface Admission {
  /**
   * Resolves when the run may start; first come, first served within this process. Undefined when it was cancelled
   * while it waited, by `signal` or by another server.
   */
  admit(subagentId: string, signal: AbortSignal): Promise<Place | undefined>;
  /** The place of a run that an earlier server launched. */
  hold(subagentId: string): Place;
  /** Says that a place may have become free. */
  reconsider(): void;
  /** Nobody who waits is answered any more. */
  close(): void;
}

export interface AdmissionInput {
  readonly lock: WorkspaceLock;
  readonly activeDirectory: string;
  readonly maxConcurrent: number;
  /** Called before each look, so that places held by runs of dead servers come free. */
  readonly adoptOrphans: () => Promise<void>;
}

export function createAdmission({
  lock,
  activeDirectory,
  maxConcurrent,
  adoptOrphans,
}: AdmissionInput): Admission {
  const waiting = new Map<string, (place: Place | undefined) => void>();
  // Runs of this process that have left, and whose end may not be recorded yet.
  const left = new Set<string>();
  let watcher: FSWatcher | undefined;
  let safetyNet: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  const tryAdmit = (subagentId: string, isFull: boolean): "admitted" | "cancelled" | "full" => {
    const entries = readActive(activeDirectory).filter(
      (entry) => isOpen(entry) && !left.has(entry.subagent_id),
    );
    const own = entries.find(({ subagent_id }) => subagent_id === subagentId);
    if (own === undefined || own.cancelled === true) return "cancelled";
    if (isFull || entries.filter(({ launched }) => launched).length >= maxConcurrent) return "full";
    writeActive(activeDirectory, { ...own, launched: true });
    return "admitted";
  };

  const look = async () => {
    if (waiting.size > 0) listen();
    let isFull = false;
    for (const [subagentId, answer] of waiting) {
      const outcome = await lock.run(() => tryAdmit(subagentId, isFull));
      // Those behind the first who has to wait are asked only whether they still want to.
      if (outcome === "full") isFull = true;
      else if (waiting.delete(subagentId)) answer(outcome === "admitted" ? hold(subagentId) : undefined);
    }
    if (waiting.size === 0) stopListening();
  };
  const reconsider = () => {
    // One look at a time keeps first come, first served; a failed look is repeated by the safety net.
    if (waiting.size > 0 && !isClosed) looking = looking.then(look).catch(() => {});
  };
  const hold = (subagentId: string): Place => {
    left.delete(subagentId);
    return {
      leave: () => {
        left.add(subagentId);
        reconsider();
      },
    };
  };
  const listen = () => {
    // First: without any watch left the run would wait for ever.
    safetyNet ??= setInterval(() => void adoptOrphans().then(reconsider, reconsider), safetyNetMs).unref();
    watcher ??= startWatching(activeDirectory, reconsider);
  };
  const stopListening = () => {
    watcher?.close();
    clearInterval(safetyNet);
    watcher = undefined;
    safetyNet = undefined;
  };

  return {
    admit: (subagentId, signal) => {
      left.delete(subagentId);
      const { promise, resolve } = Promise.withResolvers<Place | undefined>();
      const cancel = () => {
        if (waiting.delete(subagentId)) resolve(undefined);
      };
      if (signal.aborted) return Promise.resolve(undefined);
      signal.addEventListener("abort", cancel, { once: true });
      waiting.set(subagentId, resolve);
      reconsider();
      return promise.finally(() => signal.removeEventListener("abort", cancel));
    },
    hold,
    reconsider,
    close: () => {
      isClosed = true;
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
