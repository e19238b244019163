import { setTimeout as delay } from "node:timers/promises";

/** Of several collections the smallest values: what is really held. */
export async function settled(): Promise<{ rss: number; live: number }> {
  let rss = Number.POSITIVE_INFINITY;
  let live = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 10; times++) {
    globalThis.gc?.();
    await delay(200);
    const usage = process.memoryUsage();
    rss = Math.min(rss, usage.rss);
    live = Math.min(live, usage.heapUsed + usage.external);
  }
  return { rss, live };
}
