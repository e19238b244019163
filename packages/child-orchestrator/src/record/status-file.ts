import { join } from "node:path";
import { logLayout } from "@retinue/engine-contract";
import type { TeamState } from "../prepare/team-state.ts";
import { replaceFile } from "./replace-file.ts";
import { statusText } from "./status-document.ts";

/**
 * Replaces status.json as a whole. Without fsync: it is written on every change, and what it tells
 * is on disk as snapshots; a rename is enough for readers and for a kill of this process.
 */
export function writeStatus(team: TeamState): void {
  replaceFile(join(team.attemptDirectory, logLayout.status), statusText(team));
}

/** The same where nobody can be told of a failure: the next change fails likewise, where it can be reported. */
export function writeStatusIfPossible(team: TeamState): void {
  try {
    writeStatus(team);
  } catch {
    // See above.
  }
}
