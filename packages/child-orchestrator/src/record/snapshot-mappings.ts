import { join } from "node:path";
import { logLayout } from "@retinue/engine-contract";
import { replaceFile } from "./replace-file.ts";

/** One entry of snapshot_mappings.json: which file holds an answer, a vote or the final answer. */
export interface SnapshotMapping {
  readonly type: "answer" | "vote" | "final_answer";
  /** `agent2.1`, `agent2.vote1`, `agent2.final`. */
  readonly label: string;
  readonly agent_id: string;
  /** Name of the snapshot directory, or `final`. */
  readonly timestamp: string;
  readonly iteration: number;
  /** Number of the agent's round. */
  readonly round: number;
  /** Relative to the attempt's directory. */
  readonly path: string;
  readonly voted_for?: string;
  readonly voted_for_label?: string;
}

export function writeSnapshotMappings(attemptDirectory: string, mappings: readonly SnapshotMapping[]): void {
  const byLabel = Object.fromEntries(mappings.map((mapping) => [mapping.label, mapping]));
  const text = `${JSON.stringify(byLabel, undefined, 2)}\n`;
  replaceFile(join(attemptDirectory, logLayout.snapshotMappings), text);
}
