import type { SpawnedSubagent } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";

/**
 * Waits until every run has come back, or until the client gives the wait up.
 *
 * Returns `undefined` when it was given up: the runs go on to their own deadlines all the same.
 */
export async function waitForResults(
  spawned: readonly SpawnedSubagent[],
  signal: AbortSignal,
): Promise<readonly SubagentResult[] | undefined> {
  const { promise: givenUp, resolve } = Promise.withResolvers<undefined>();
  const giveUp = () => resolve(undefined);
  if (signal.aborted) return undefined;
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([Promise.all(spawned.map(({ result }) => result)), givenUp]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
