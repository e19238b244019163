import { setTimeout as delay } from "node:timers/promises";
import type { RunEnd } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { recoverResult } from "../finish/recover-result.ts";
import type { RecordedRun } from "../record/run-record-file.ts";
import { retryUntilDone } from "./retry-until-done.ts";

/** Longer than a server is out of descriptors; so long a run waits whose directory stays unreadable. */
const patienceMs = 15_000;
const firstPauseMs = 500;

/**
 * The result of a run that has ended. What it is gets recorded for good: while something of the run cannot be looked
 * at, which is not to say that it is not there, it is tried again for a while. Never rejects.
 */
export async function recoverOnceReadable(
  run: RecordedRun,
  end: RunEnd,
  closing: AbortSignal,
  log: (message: string) => void,
): Promise<SubagentResult> {
  const onFailure = ({ message }: Error) =>
    log(`Subagent ${run.paths.subagentId} could not be recovered: ${message}`);
  let result: SubagentResult | undefined;
  const attempt = async () => {
    result = await recoverResult(run, end, "throw");
  };
  // Nothing is set up for the many that are readable at once.
  await attempt().catch(async (error: Error) => {
    onFailure(error);
    const signal = AbortSignal.any([closing, AbortSignal.timeout(patienceMs)]);
    await delay(firstPauseMs, undefined, { signal, ref: false }).catch(() => {});
    await retryUntilDone(attempt, { signal, onFailure });
  });
  return result ?? recoverResult(run, end, "warn");
}
