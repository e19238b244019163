import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { stepCount } from "../world/timeline.ts";
import { preloaded } from "./preloaded.ts";

const shiftsSeconds = [-5, 5, -90, 90, -3600, 3600, -172_800, 172_800, -34_560_000, 34_560_000] as const;
const mostDelayMs = 300;

/** The clock is set while runs go on, and for some set back again. */
export function clock(random: SeededRandom): Fault {
  const seconds = random.pick(shiftsSeconds);
  const step = random.between(0, stepCount - 2);
  const back = random.between(step + 1, stepCount);
  const milliseconds = random.between(0, mostDelayMs);
  return {
    what: `the clock set by ${seconds} s ${milliseconds} ms after step ${step}, back at step ${back}`,
    endsServer: false,
    start: (start, { base }) => {
      const file = join(base, "clock");
      writeFileSync(file, "0");
      return preloaded(start, "clock", { file });
    },
    at: async (now, { world }) => {
      if (now === back) writeFileSync(join(world.base, "clock"), "0");
      if (now !== step) return;
      await delay(milliseconds);
      writeFileSync(join(world.base, "clock"), String(seconds * 1000));
    },
  };
}
