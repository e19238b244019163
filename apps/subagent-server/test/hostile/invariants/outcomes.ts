import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { planOf } from "../../programs/hostile-child/plan.ts";
import { idOf } from "../run-seeds.ts";
import type { World } from "../world.ts";

/** What the list says of one, as far as it is looked at here. */
export interface Row {
  readonly subagent_id: string;
  readonly status: string;
}

interface Recorded {
  readonly runs: readonly { readonly state: string; readonly ended?: object; readonly result?: object }[];
}

/** By seed: what is wrong with how its run is recorded. Each has one outcome, in the list and in its record. */
export function wrongOutcomes(
  world: World,
  seeds: readonly number[],
  rows: readonly Row[],
): Map<number, string> {
  const logs = registeredLogs(world);
  const wrong = new Map<number, string>();
  for (const seed of seeds) {
    const { tricks } = planOf({ seed, mode: world.mode, only: world.only });
    const spoiled = tricks.some(({ spoilsRecord }) => spoilsRecord === true);
    const problem = problemOf(
      rows.filter(({ subagent_id }) => subagent_id === idOf(world, seed)),
      spoiled,
      logs.get(idOf(world, seed)),
    );
    if (problem !== undefined) wrong.set(seed, problem);
  }
  return wrong;
}

/** @param log Where its record is. */
function problemOf(rows: readonly Row[], spoiled: boolean, log: string | undefined): string | undefined {
  if (rows.length > 1) return `it is listed ${rows.length} times`;
  const [row] = rows;
  if (row?.status === "running") return "it is running for the list";
  // Its record was the child's to take away: the reply had the outcome.
  if (spoiled) return undefined;
  if (row === undefined) return "it is not in the list";
  const record = recordIn(log ?? "");
  if (record === undefined) return "its run.json cannot be read";
  const open = record.runs.filter(
    ({ state, ended, result }) => state !== "ended" || ended === undefined || result === undefined,
  );
  return open.length === 0 ? undefined : `its run.json has ${open.length} runs without an outcome`;
}

/** By id: the log directory that the registry names. */
function registeredLogs({ parent }: World): Map<string, string> {
  try {
    const text = readFileSync(join(parent, "subagents/_registry.json"), "utf8");
    const { subagents } = JSON.parse(text) as { subagents: { subagent_id: string; log_path: string }[] };
    return new Map(subagents.map(({ subagent_id, log_path }) => [subagent_id, log_path]));
  } catch {
    // Told of on its own.
    return new Map();
  }
}

/** Without waiting for what is no file. */
function recordIn(logPath: string): Recorded | undefined {
  let file: number | undefined;
  try {
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    file = openSync(join(logPath, "run.json"), flags);
    return fstatSync(file).isFile() ? (JSON.parse(readFileSync(file, "utf8")) as Recorded) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
