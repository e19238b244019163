import type { TeamState } from "../prepare/team-state.ts";
import { writeStatusIfPossible } from "./status-file.ts";

const everyMilliseconds = 2000;

/**
 * Rewrites status.json now and then although nothing happened, so that whoever reads it sees the
 * time go on, and a run that hangs from one that was killed. Call the result to end it.
 */
export function heartbeat(team: TeamState): () => void {
  const timer = setInterval(() => writeStatusIfPossible(team), everyMilliseconds);
  return () => clearInterval(timer);
}
