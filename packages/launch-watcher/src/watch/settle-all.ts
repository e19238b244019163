import type { Host } from "./host.ts";
import { leftOpen, type OpenRequest } from "./left-open.ts";
import type { OutboxWatch } from "./outbox-watch.ts";
import type { WorkQueue } from "./work-queue.ts";

/** What is not answered after all that could be done was. */
export interface Unsettled {
  /** What was taken. */
  readonly open: readonly OpenRequest[];
  /** How many requests were not taken: their outboxes had used up what they may for now. */
  readonly lying: number;
}

/** Takes and answers what lies there, in as many rounds as get further. Parents that go on to ask wait. */
export async function settleAll(
  { log }: Pick<Host, "log">,
  queue: WorkQueue,
  watches: readonly OutboxWatch[],
): Promise<Unsettled> {
  let [lying, before] = [Infinity, Infinity];
  do {
    before = lying;
    for (const watch of watches) {
      watch.look();
      watch.takesNew = false;
    }
    await queue.idle();
    lying = watches.reduce((sum, watch) => sum + watch.lying, 0);
  } while (0 < lying && lying < before);
  for (const watch of watches) {
    watch.takesNew = true;
    if (watch.lying > 0)
      log({ level: "warn", event: "left_lying", outbox: watch.outbox.config.name, count: watch.lying });
  }
  return { open: watches.flatMap(({ outbox }) => leftOpen(outbox)), lying };
}
