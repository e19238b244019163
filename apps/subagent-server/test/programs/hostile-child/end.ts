import { setTimeout as delay } from "node:timers/promises";
import type { Ending } from "./trick.ts";

/** Longer than any deadline of the suite. */
const foreverMs = 120_000;
const stopping = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Ends this process in that way, or does not. */
export async function end(ending: Ending): Promise<void> {
  if (typeof ending === "number") process.exit(ending);
  if (ending === "at once") process.exit(0);
  if (ending === "SIGKILL" || ending === "SIGSTOP") process.kill(process.pid, ending);
  if (ending === "stubborn") for (const signal of stopping) process.on(signal, () => {});
  await delay(foreverMs);
}
