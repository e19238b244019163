import type { SubagentManager } from "@retinue/runtime";

/** A run of another server is looked at that often; of our own we are told. */
const pollMs = 2000;

export interface Awaited {
  /** Ids of the runs that go on. */
  readonly running: readonly string[];
  readonly until: "any" | "all";
  readonly seconds: number;
  /** Ends the wait; the runs go on. */
  readonly signal: AbortSignal;
  /** Told of each run that ended. Must not throw. */
  onEnded(subagentId: string): void;
}

/** Waits until one or all of these have ended, whoever owns them. False when the time was over before that. */
export async function awaitJobs(
  manager: SubagentManager,
  { running, until, seconds, signal, onEnded }: Awaited,
): Promise<boolean> {
  const going = new Set(running);
  const isOver = () => going.size === 0 || (until === "any" && going.size < running.length);
  if (isOver() || signal.aborted) return isOver();
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = (id: string) => {
    if (!going.delete(id)) return;
    onEnded(id);
    if (isOver()) resolve();
  };
  const look = async () => {
    const rows = await manager.list();
    const open = new Set(rows.filter(({ status }) => status === "running").map((row) => row.subagent_id));
    for (const id of going) if (!open.has(id)) ended(id);
  };
  const stop = manager.onFinished(({ subagentId }) => ended(subagentId));
  const giveUp = () => resolve();
  signal.addEventListener("abort", giveUp, { once: true });
  // What cannot be read now can be at the next look.
  const timer = setInterval(() => void look().catch(() => {}), pollMs);
  const deadline = setTimeout(giveUp, seconds * 1000);
  try {
    // One may have ended between the caller's look and our listening.
    await Promise.race([look().catch(() => {}), promise]);
    await promise;
  } finally {
    stop();
    signal.removeEventListener("abort", giveUp);
    clearInterval(timer);
    clearTimeout(deadline);
  }
  return isOver();
}
