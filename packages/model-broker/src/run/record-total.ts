import { awaitLock, readText, writeFileAtomic } from "@retinue/contained-fs";
import { maxRunRecordBytes, type ModelSpending } from "@retinue/engine-contract";
import { z } from "zod";
import type { OpenRun } from "../configure/open-run.ts";

/** Of run.json that which is looked at; the rest stays as it is. */
const recordSchema = z.looseObject({
  version: z.literal(1),
  runs: z.array(z.looseObject({ number: z.number() })),
});

/** An answer does not wait any longer for who holds the record: the ledger is what counts. */
const patienceMs = 5000;

/**
 * Writes what a run has spent into its run.json. The record is its owner's, who may be gone, and who keeps this one key
 * as it is; nobody else writes meanwhile, by the lock. Never rejects.
 *
 * @param total Asked under the lock: of two calls that end together the later sum stays.
 */
export async function recordTotal(
  { path, run, lock }: NonNullable<OpenRun["record"]>,
  total: () => ModelSpending,
  log: (message: string) => void,
): Promise<void> {
  try {
    using held = released(await awaitLock(lock, patienceMs));
    if (held === undefined) throw new Error(`${lock} is held by another`);
    const record = recordSchema.parse(JSON.parse(readText(path, { maxBytes: maxRunRecordBytes }) ?? "null"));
    if (!record.runs.some(({ number }) => number === run)) throw new Error(`it has no run ${run}`);
    const runs = record.runs.map((each) => (each.number === run ? { ...each, models: total() } : each));
    writeFileAtomic(path, `${JSON.stringify({ ...record, runs }, undefined, 2)}\n`, { durable: false });
  } catch (error) {
    log(`${path} lacks what was spent: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function released(lock: Awaited<ReturnType<typeof awaitLock>>): Disposable | undefined {
  return lock && { [Symbol.dispose]: () => lock.release() };
}
