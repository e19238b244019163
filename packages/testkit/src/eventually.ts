import { setTimeout as delay } from "node:timers/promises";

/** Waits until `probe` gives a value other than undefined and false, and returns it. Fails after `seconds`. */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = 60,
): Promise<T> {
  const givenUpAt = performance.now() + seconds * 1000;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > givenUpAt) throw new Error(`${what}: not seen within ${seconds} s`);
    await delay(20);
  }
}
