import { entryAt } from "@retinue/contained-fs";
import { detectTeam } from "@retinue/runtime";
import type { Client, Connection } from "./connection.ts";

/** What a person has to do before the first spawn, a line each. */
export interface StillToDo {
  readonly lines: readonly string[];
  /** Nothing can be spawned before it is done. */
  readonly blocks: boolean;
}

/** What an entry leaves to be done: its tools are to be allowed, and somebody has to run the tasks. */
export async function stillToDo(
  client: Client,
  { entry, trust }: Connection,
  configuration: string | undefined,
): Promise<StillToDo> {
  const allowing = trust ? [] : [client.allowing(entry.name)];
  // A directory with a team of its own, as this one may be, needs no other.
  const isConfigured = configuration !== undefined || entryAt("retinue.yaml") !== undefined;
  const team = isConfigured ? undefined : await detectTeam(process.env);
  if (team === undefined || team.agents !== undefined) return { lines: allowing, blocks: false };
  const nobody = "Still to do: nothing here can run a task yet. `retinue doctor` says what there is;";
  return { lines: [...allowing, `${nobody} the nearest is: ${team.remedy}`], blocks: true };
}
