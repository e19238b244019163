import { setTimeout as delay } from "node:timers/promises";

/** Lets so many calls a second begin, one after another; after a rest as many at once. */
export function requestRate(perSecond: number): (signal: AbortSignal) => Promise<void> {
  const between = 1000 / perSecond;
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    next = Math.max(next + between, now - 1000);
    if (next > now) await delay(next - now, undefined, { signal });
  };
}
