import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Invariant } from "../world/evidence.ts";
import type { World } from "../world/world.ts";
import { processesOf } from "../world/processes-of.ts";

/** A supervisor that is at its last lines ends within this. */
const lastLinesMs = 20_000;

/** No process is left of a world that is over, and no cgroup of its runs. */
export const nothingLeft: Invariant = async ({ world }) => {
  const look = () => [
    ...processesOf(world.base).map(
      ({ pid, command }) => `process ${pid} is left: ${command.join(" ").slice(0, 200)}`,
    ),
    ...cgroupsOf(world).map((path) => `${path} is left`),
  ];
  let left = look();
  for (
    const until = performance.now() + lastLinesMs;
    left.length > 0 && performance.now() < until;
    left = look()
  )
    await delay(50);
  return left;
};

/** Cgroups of its runs that are there, by what their supervisors were told. */
function cgroupsOf({ workspace }: World): string[] {
  const plans = globSync(join(workspace, ".massgen/massgen_logs/*/*/*/subagents/*/supervisor/*/plan.json"));
  return plans.flatMap((path) => {
    try {
      const { cgroup = "" } = JSON.parse(readFileSync(path, "utf8")) as { cgroup?: string };
      return cgroup !== "" && existsSync(cgroup) ? [cgroup] : [];
    } catch {
      return [];
    }
  });
}
