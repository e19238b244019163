import { Deadline } from "../front/deadline.ts";

/** Until when an upstream wants to be left alone: all runs that ask it wait, and none asks again for another. */
export class RoutePauses {
  readonly #until = new Map<string, number>();

  pause(upstream: string, seconds: number): void {
    const until = performance.now() + Math.min(seconds, 3600) * 1000;
    this.#until.set(upstream, Math.max(until, this.#until.get(upstream) ?? 0));
  }

  /** Milliseconds that are left. */
  left(upstream: string): number {
    const left = (this.#until.get(upstream) ?? 0) - performance.now();
    if (left <= 0) this.#until.delete(upstream);
    return Math.max(0, left);
  }

  /** Waits for the end of the pause, or for the signal. */
  async over(upstream: string, signal: AbortSignal): Promise<void> {
    for (let left = this.left(upstream); left > 0 && !signal.aborted; left = this.left(upstream)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const deadline = new Deadline(left, resolve);
      const stop = () => resolve();
      signal.addEventListener("abort", stop);
      await promise;
      signal.removeEventListener("abort", stop);
      deadline.clear();
    }
  }
}
