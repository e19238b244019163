import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What this process really holds, in bytes: what waits to be finalized goes with a later collection. */
export async function heldMemory(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  let smallest = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5; times++) {
    gc();
    await nextTurn();
    const { heapUsed, external } = process.memoryUsage();
    smallest = Math.min(smallest, heapUsed + external);
  }
  return smallest;
}
