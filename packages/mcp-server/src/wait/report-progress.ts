import type { SpawnedSubagent } from "@retinue/runtime";
import { meanPercentage, progressMessage, type KnownStatus } from "./progress-message.ts";

// All of it is the reply itself: below this there is always room to rise.
const almostAll = 99;

/** A run that is followed: one of this call, or a job. */
export type FollowedRun = Pick<SpawnedSubagent, "subagentId" | "progress"> & {
  readonly result: Promise<{ readonly subagent_id: string; readonly status: string }>;
};

/** One notification: `progress` of 100, strictly rising over the life of a call. */
export interface Progress {
  readonly progress: number;
  readonly total: 100;
  readonly message: string;
}

/**
 * Reports every change of the runs as they report it, and at least every `heartbeatSeconds`.
 *
 * `progress` is the mean of the runs' completion percentages; since the protocol wants it to rise
 * with every notification, one without news moves it a thousandth of what is left.
 * `send` must not throw. Returns the function that ends it.
 */
export function reportProgress(
  spawned: readonly FollowedRun[],
  send: (progress: Progress) => void,
  heartbeatSeconds: number,
): () => void {
  const known = new Map<string, KnownStatus>(
    spawned.map(({ subagentId }) => [subagentId, { subagent_id: subagentId, status: "pending" }]),
  );
  let last = -1;
  let lastMessage: string | undefined;
  const stopping = new AbortController();

  const report = (heartbeat: boolean) => {
    const statuses = [...known.values()];
    const message = progressMessage(statuses);
    if (stopping.signal.aborted || (!heartbeat && message === lastMessage)) return;
    lastMessage = message;
    const crept = last < 0 ? 0 : last + (100 - last) / 1000;
    last = Math.max(Math.min(meanPercentage(statuses), almostAll), crept);
    send({ progress: last, total: 100, message });
  };
  const update = (status: KnownStatus) => {
    known.set(status.subagent_id, status);
    report(false);
  };

  const timer = setInterval(() => report(true), heartbeatSeconds * 1000);
  timer.unref();
  report(true);
  const follow = async (run: FollowedRun) => {
    for await (const status of run.progress(stopping.signal)) update(status);
    update(await run.result);
  };
  for (const run of spawned) void follow(run);
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}
