import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logLayout } from "@retinue/engine-contract";
import type { TeamState } from "../prepare/team-state.ts";
import { statusText } from "./status-document.ts";

/**
 * Replaces status.json as a whole. Without fsync: it is written on every change, and what it tells
 * is on disk as snapshots; a rename is enough for readers and for a kill of this process.
 */
export function writeStatus(team: TeamState): void {
  const path = join(team.attemptDirectory, logLayout.status);
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, statusText(team));
  renameSync(temporary, path);
}
