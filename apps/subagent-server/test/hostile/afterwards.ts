import { setTimeout as delay } from "node:timers/promises";
import { changes, fingerprint } from "./invariants/fingerprint.ts";
import { hostileStarts } from "./invariants/hostile-starts.ts";
import { endProcess, leftProcesses } from "./invariants/left-processes.ts";
import { brokenRegistry, nextServer } from "./invariants/next-server.ts";
import { tooMuchDisk } from "./invariants/resources.ts";
import { secretFound } from "./invariants/secret-found.ts";
import type { Polling } from "./poll.ts";
import { idOf } from "./run-seeds.ts";
import type { Stage } from "./stage.ts";
import type { World } from "./world.ts";

/** Tells of a promise that was broken, by some of the seeds where it is known which. */
export type Broken = (invariant: string, detail: string, by?: readonly number[]) => void;

/** For what has been told to go to be gone; what is found then has been left behind. */
const settleMs = 500;
const shown = 3;

/** What must hold when all runs are over and their server has gone. */
export async function afterwards(
  world: World,
  { start, alsoHolds }: Stage,
  seeds: readonly number[],
  control: Polling,
  before: ReadonlyMap<string, string>,
  broken: Broken,
): Promise<void> {
  await delay(settleMs);
  const ids = seeds.map((seed) => idOf(world, seed));
  const left = leftProcesses(world.token, ids);
  if (left.length > 0) broken("no process is left", `${left.length}: ${left[0]?.commandLine}`);
  for (const { pid } of left) endProcess(pid);

  for (const problem of await nextServer(start, control)) broken("the next server starts", problem);
  // What that server has started about them is put away too.
  for (const { pid } of leftProcesses(world.token, ids)) endProcess(pid);
  const registry = brokenRegistry(world);
  if (registry !== undefined) broken("the registry is JSON", registry);
  for (const change of changes(before, fingerprint(world)).slice(0, shown))
    broken("nothing outside is changed", change);
  for (const path of secretFound(world).slice(0, shown)) broken("nothing outside is read", path);
  const disk = tooMuchDisk(world.base);
  if (disk !== undefined) broken("the disk is not filled", disk);

  for (const problem of (await alsoHolds?.()) ?? []) broken(once, problem);
  for (const seed of seeds) {
    const times = hostileStarts(world, idOf(world, seed));
    if (times > 1) broken(once, `it counted ${times} starts`, [seed]);
  }
}

const once = "each request ran once and was answered once";
