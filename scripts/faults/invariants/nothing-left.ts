import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Invariant } from "../world/evidence.ts";
import { readIfThere, type World } from "../world/world.ts";
import { processesOf } from "../world/processes-of.ts";

/** A supervisor that is at its last lines ends within this. */
const lastLinesMs = 60_000;

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

/** Cgroups of its runs that are there, as the engines saw them: `number:controllers:/path`. */
function cgroupsOf(world: World): string[] {
  const lines = readIfThere(join(world.base, "cgroups")).split("\n");
  return lines.flatMap((line) => {
    const [, controllers = "", path = ""] = /^\d+:([^:]*):(.+)$/.exec(line) ?? [];
    const places = controllers === "" ? ["", "unified"] : [controllers.replace(/^name=/, ""), ""];
    return path === "" ? [] : places.map((place) => join("/sys/fs/cgroup", place, path)).filter(existsSync);
  });
}
