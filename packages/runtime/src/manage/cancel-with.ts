import type { Run } from "../run/run.ts";

/** Cancels the runs when `signal` is aborted; listens until all have come back. */
export function cancelWith(signal: AbortSignal | undefined, runs: readonly Run[]): void {
  if (signal === undefined) return;
  const cancel = () => runs.forEach((run) => void run.cancel());
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const results = runs.map(({ result }) => result);
  void Promise.all(results).then(() => signal.removeEventListener("abort", cancel));
}
