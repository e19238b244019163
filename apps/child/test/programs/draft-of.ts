import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SpawnedSubagent } from "@retinue/runtime";

/** What is on disk of a round of a run's agent `alpha`, by default its first; empty while there is nothing. */
export function draftOf({ statusFile }: Pick<SpawnedSubagent, "statusFile">, round = 0): string {
  const [path] = globSync(join(statusFile, `../.drafts/alpha_${round}.md`));
  return path === undefined ? "" : readFileSync(path, "utf8");
}
