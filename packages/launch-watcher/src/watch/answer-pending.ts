import type { Host } from "../request/host.ts";
import { pendingRequests, type PendingRequest } from "../request/pending-requests.ts";
import type { OutboxWatch } from "./outbox-watch.ts";
import type { WorkQueue } from "./work-queue.ts";

/** What is not answered after all that could be done was. */
export interface Unanswered {
  /** What was claimed. */
  readonly pending: readonly PendingRequest[];
  /** How many requests were not claimed: their outboxes had used up what they may for now. */
  readonly unclaimed: number;
}

/** Claims and answers what lies there, in as many rounds as get further. Parents that go on to ask wait. */
export async function answerPending(
  { log }: Pick<Host, "log">,
  queue: WorkQueue,
  watches: readonly OutboxWatch[],
): Promise<Unanswered> {
  let [unclaimed, before] = [Infinity, Infinity];
  do {
    before = unclaimed;
    for (const watch of watches) {
      watch.look();
      watch.wantsNew = false;
    }
    await queue.idle();
    unclaimed = watches.reduce((sum, watch) => sum + watch.unclaimed, 0);
  } while (0 < unclaimed && unclaimed < before);
  for (const watch of watches) {
    watch.wantsNew = true;
    if (watch.unclaimed > 0)
      log({ level: "warn", event: "left_lying", outbox: watch.outbox.name, count: watch.unclaimed });
  }
  return { pending: watches.flatMap(({ outbox }) => pendingRequests(outbox.records)), unclaimed };
}
