import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SpawnedSubagent } from "@retinue/runtime";

/** What is on disk of the first round of a run's agent `alpha`; empty while there is nothing. */
export function draftOf({ statusFile }: SpawnedSubagent): string {
  const [path] = globSync(join(statusFile, "../.drafts/alpha_0.md"));
  return path === undefined ? "" : readFileSync(path, "utf8");
}
