import { directoryChanges } from "@retinue/contained-fs";
import { setTimeout as delay } from "node:timers/promises";
import { holdsPlace, isOpen, readActive, writeActive } from "../own/active-index.ts";
import type { WorkspaceLock } from "../own/workspace-lock.ts";

const pollMs = 2_000;
/** A look that failed has changed the directory that is listened to: without a pause the next one follows at once. */
const pauseAfterFailureMs = 1_000;
/** So long the disk may be full before those who wait are told. */
const patienceMs = 10_000;

/** The right to run. */
export interface Place {
  /** The run's engine has ended: it holds no place any more, recorded or not. */
  leave(): void;
}

/** Holds the number of launched runs in the workspace, over all its servers. */
export interface Admission {
  /**
   * Resolves when the run may start; first come, first served within this process. Undefined when it was cancelled
   * while it waited, by `signal` or by another server. Rejects with what keeps the notes from being written.
   */
  admit(subagentId: string, signal: AbortSignal): Promise<Place | undefined>;
  /** How many of this process wait before a run that waits; undefined for one that does not. */
  before(subagentId: string): number | undefined;
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
  /** Called every few seconds while anybody waits, so that places held by runs of dead servers come free. */
  readonly adoptOrphans: () => Promise<void>;
}

export function createAdmission({
  lock,
  activeDirectory,
  maxConcurrent,
  adoptOrphans,
}: AdmissionInput): Admission {
  const waiting = new Map<string, PromiseWithResolvers<Place | undefined>>();
  // Runs of this process that have left, and whose end may not be recorded yet.
  const left = new Set<string>();
  let listening: AbortController | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isLookDue = false;
  let failingSince: number | undefined;
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
    let free = maxConcurrent - [...open.values()].filter(holdsPlace).length;
    for (const [subagentId, { resolve }] of waiting) {
      const own = open.get(subagentId);
      const isWanted = own !== undefined && own.cancelled !== true;
      if (isWanted && free <= 0) continue;
      if (isWanted) writeActive(activeDirectory, { ...own, launched: true });
      free -= isWanted ? 1 : 0;
      waiting.delete(subagentId);
      resolve(isWanted ? hold(subagentId) : undefined);
    }
    failingSince = undefined;
  };
  const lookFailed = (error: unknown) => {
    failingSince ??= performance.now();
    if (performance.now() - failingSince < patienceMs)
      return delay(pauseAfterFailureMs, undefined, { ref: false });
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    failingSince = undefined;
    return undefined;
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
    looking = looking.then(look).catch(lookFailed).then(listenWhileAnyWaits);
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
      const answer = Promise.withResolvers<Place | undefined>();
      const cancel = () => {
        if (waiting.delete(subagentId)) answer.resolve(undefined);
      };
      if (signal.aborted) return Promise.resolve(undefined);
      signal.addEventListener("abort", cancel, { once: true });
      waiting.set(subagentId, answer);
      reconsider();
      return answer.promise.finally(() => signal.removeEventListener("abort", cancel));
    },
    before: (subagentId) => {
      const place = [...waiting.keys()].indexOf(subagentId);
      return place < 0 ? undefined : place;
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
