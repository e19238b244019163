import { entryAt } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { dirname, join } from "node:path";

/**
 * What changes with anything that a look at an attempt would find: the writings of its status.json, of itself, and of
 * the directories that a newer one comes to lie in. Costs a hundredth of that look; undefined when it is away.
 */
export function logSignature(attempt: string): string | undefined {
  const turn = dirname(attempt);
  const log = dirname(turn);
  if (entryAt(attempt) === undefined) return undefined;
  return [join(attempt, logLayout.status), attempt, turn, log, dirname(log)].map(writing).join(" ");
}

function writing(path: string): string {
  const entry = entryAt(path);
  return entry === undefined ? "-" : `${entry.inode}:${entry.modifiedMs}:${entry.size}`;
}
