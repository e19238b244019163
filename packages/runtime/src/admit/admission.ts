import { directoryChanges } from "@retinue/contained-fs";
import { isOpen, readActive, writeActive } from "../own/active-index.ts";
import type { WorkspaceLock } from "../own/workspace-lock.ts";

const pollMs = 2_000;

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
  let listening: AbortController | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isLookDue = false;
  let isClosed = false;

  /** Answers who can be answered, in the order in which they came. Called under the lock. */
  const admitFirst = () => {
    const open = new Map(
      readActive(activeDirectory)
        .filter(isOpen)
        .map((entry) => [entry.subagent_id, entry]),
    );
    // Those whose end is recorded by now are no more in question.
    for (const id of left) if (!open.delete(id)) left.delete(id);
    let free = maxConcurrent - [...open.values()].filter(({ launched }) => launched).length;
    for (const [subagentId, answer] of waiting) {
      const own = open.get(subagentId);
      const isWanted = own !== undefined && own.cancelled !== true;
      if (isWanted && free <= 0) continue;
      if (isWanted) writeActive(activeDirectory, { ...own, launched: true });
      free -= isWanted ? 1 : 0;
      waiting.delete(subagentId);
      answer(isWanted ? hold(subagentId) : undefined);
    }
  };
  const look = async () => {
    isLookDue = false;
    if (waiting.size > 0) await lock.run(admitFirst);
  };
  const reconsider = () => {
    // Whatever changes until a look begins, that look sees.
    if (isClosed || isLookDue || waiting.size === 0) return;
    isLookDue = true;
    // One look at a time keeps first come, first served; a failed look is repeated while anybody waits.
    looking = looking
      .then(look)
      .catch(() => {})
      .then(listenWhileAnyWaits);
  };
  const listenWhileAnyWaits = () => {
    if (waiting.size === 0 || isClosed) stopListening();
    else if (listening === undefined) void listen((listening = new AbortController()));
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
  const listen = async ({ signal }: AbortController) => {
    for await (const changed of directoryChanges(activeDirectory, { signal, pollMs, keepAlive: false })) {
      // Nobody tells of a server that died.
      if (changed !== "any" && changed.size === 0) await adoptOrphans().catch(() => {});
      reconsider();
    }
  };
  const stopListening = () => {
    listening?.abort();
    listening = undefined;
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
