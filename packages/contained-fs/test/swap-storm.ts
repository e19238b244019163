import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Swaps the directory `contested` of a root for its link `link` all the time, and counts what comes of
 * trying meanwhile. On a machine that is too busy for the storm it goes on, up to a minute, until all
 * of `wanted` were met: without them the storm proves nothing.
 */
export async function outcomesInStorm(
  root: string,
  { seconds, wanted, attempt }: { seconds: number; wanted: readonly string[]; attempt: () => string },
): Promise<ReadonlyMap<string, number>> {
  const storm = spawn(process.execPath, [join(import.meta.dirname, "fixtures/swap-storm.mjs"), root]);
  const ended = once(storm, "exit");
  const seen = new Map<string, number>();
  try {
    await once(storm.stdout, "data");
    const start = Date.now();
    const met = () => wanted.every((outcome) => seen.has(outcome));
    while (Date.now() < start + seconds * 1000 || (!met() && Date.now() < start + 60_000)) {
      const outcome = attempt();
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
  } finally {
    storm.kill("SIGKILL");
    await ended;
  }
  return seen;
}
