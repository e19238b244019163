import { setTimeout as delay } from "node:timers/promises";

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/**
 * Tries again what failed, after pauses that grow from a second to a minute, until it succeeds or `signal` is
 * aborted. Holds nothing that keeps this process alive. Never rejects.
 *
 * @returns Whether it succeeded.
 */
export async function retryUntilDone(
  work: () => Promise<void>,
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: Error) => void },
): Promise<boolean> {
  for (let pause = firstPauseMs; !signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      await work();
      return true;
    } catch (error) {
      onFailure(error as Error);
    }
    // Aborting ends the pause.
    await delay(pause, undefined, { signal, ref: false }).catch(() => {});
  }
  return false;
}
