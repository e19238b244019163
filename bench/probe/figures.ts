import { setTimeout as delay } from "node:timers/promises";

/** One of the two against the other. */
export function ratio(one = Number.NaN, other = Number.NaN): number {
  return one / other;
}

/** Bytes that the process holds after garbage collection: of several the smallest, what is really held. */
export async function retained(): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 10; times++) {
    globalThis.gc?.();
    await delay(100);
    const { heapUsed, external } = process.memoryUsage();
    smallest = Math.min(smallest, heapUsed + external);
  }
  return smallest;
}
