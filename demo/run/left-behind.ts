import { setTimeout as delay } from "node:timers/promises";
import { processesOf } from "./processes-of.ts";

/** What of a demo still runs, a moment after it: a supervisor ends a little later than its run. */
export async function leftBehind(workspace: string): Promise<string[]> {
  for (let tries = 0; tries < 50 && processesOf(workspace).length > 0; tries++) await delay(100);
  return processesOf(workspace);
}
