import { setTimeout as delay } from "node:timers/promises";

const firstPauseMs = 1_000;
// Until its end is recorded a run holds a place for the other servers of its workspace.
const longestPauseMs = 5_000;

/**
 * Tries again what failed, after pauses that grow from one second to five, until it succeeds or `signal` is
 * aborted, and once more then: this process is the last that knows of it. Holds nothing that keeps this process
 * alive. Never rejects.
 *
 * @returns Whether it succeeded.
 */
export async function retryUntilDone(
  work: () => Promise<void>,
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: Error) => void },
): Promise<boolean> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const isLast = signal.aborted;
    try {
      await work();
      return true;
    } catch (error) {
      onFailure(error as Error);
    }
    if (isLast) return false;
    // Aborting ends the pause.
    await delay(pause, undefined, { signal, ref: false }).catch(() => {});
  }
}
