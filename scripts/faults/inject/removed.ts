import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { stepCount } from "../world/timeline.ts";

const removable = [
  // Notes of the server's own.
  { path: ".massgen/retinue", records: false },
  { path: ".massgen/retinue/active", records: false },
  { path: ".massgen/retinue/finished", records: false },
  { path: "subagents", records: false },
  { path: "subagents/_registry.json", records: false },
  // With these the records of runs are gone, and the answers in them.
  { path: ".massgen", records: true },
  { path: ".massgen/massgen_logs", records: true },
  { path: ".massgen/massgen_logs/*/*/*/subagents/quick-1", records: true },
] as const;
const mostDelayMs = 300;

/** A directory is removed while runs go on, as parents do that clear their workspace. */
export function removed(random: SeededRandom): Fault {
  const { path, records } = random.pick(removable);
  const step = random.between(1, stepCount - 2);
  const milliseconds = random.between(0, mostDelayMs);
  let lostAt: number | undefined;
  return {
    what: `${path} removed ${milliseconds} ms after step ${step}`,
    endsServer: false,
    loses: records ? "records" : "notes",
    lostAt: () => lostAt,
    at: async (now, { world }) => {
      if (now !== step) return;
      await delay(milliseconds);
      lostAt = performance.now();
      for (const found of globSync(join(world.workspace, path))) remove(found);
    },
  };
}

/** Somebody else's clearing: what is made anew behind it stays. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Written to meanwhile; most of it is gone.
  }
}
