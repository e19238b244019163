import { setTimeout as delay } from "node:timers/promises";
import { tryLock, type HeldLock } from "./try-lock.ts";

const longestPauseMs = 20;

/**
 * The same lock, waited for: the kernel tells nobody that it has come free.
 *
 * @param patienceMs After so long it is undefined: somebody else has it still.
 * @throws ContainedFsError IO_ERROR.
 */
export async function awaitLock(path: string, patienceMs: number): Promise<HeldLock | undefined> {
  const givenUpAt = performance.now() + patienceMs;
  let lock = tryLock(path);
  for (let pause = 1; lock === undefined; pause = Math.min(pause * 2, longestPauseMs)) {
    if (performance.now() > givenUpAt) return undefined;
    await delay(pause);
    lock = tryLock(path);
  }
  return lock;
}
