import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { stepCount } from "../world/timeline.ts";
import type { World } from "../world/world.ts";

/** Far more than a world takes, and quickly full. */
const size = "16m";
const inodes = "4000";
const mostDelayMs = 300;

/** The workspace is a file system of its own, which is full from one moment to another. */
export function fullDisk(random: SeededRandom): Fault {
  const full = random.between(0, stepCount - 2);
  const free = random.between(full + 1, stepCount);
  const milliseconds = random.between(0, mostDelayMs);
  let filled = Promise.resolve();
  const what = random.pick(["bytes", "inodes"] as const);
  return {
    what: `no ${what} left from ${milliseconds} ms after step ${full} until step ${free}`,
    endsServer: false,
    prepare: ({ workspace }) => {
      const options = `size=${size},nr_inodes=${inodes},mode=755`;
      execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", workspace], { stdio: "pipe" });
    },
    at: async (now, { world }) => {
      if (now === full) filled = delay(milliseconds).then(() => fill(world, what));
      await filled;
      if (now === free) empty(world);
    },
    lift: empty,
    remove: ({ workspace }, isKept) => {
      if (!isKept) execFileSync("umount", ["-l", workspace]);
    },
  };
}

const filling = ({ workspace }: World) => join(workspace, "filling");

function fill(world: World, what: "bytes" | "inodes"): void {
  const directory = filling(world);
  // Either fails at the end: nothing is left then.
  const script =
    what === "bytes"
      ? `mkdir -p "$0" && head -c 64M /dev/zero >"$0/bytes"`
      : `mkdir -p "$0" && cd "$0" && seq 1 9999 | xargs touch`;
  execFileSync("sh", ["-c", `{ ${script}; } 2>/dev/null || true`, directory]);
}

function empty(world: World): void {
  rmSync(filling(world), { recursive: true, force: true });
}
