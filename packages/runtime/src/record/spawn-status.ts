import { makeDirectory, writeFileAtomic } from "@retinue/contained-fs";
import type { SubagentResult } from "@retinue/status-model";
import { join } from "node:path";

/** A subagent that a blocking spawn is about to start. */
export interface SpawningSubagent {
  readonly subagent_id: string;
  readonly task: string;
  readonly timeout_seconds: number;
  readonly workspace: string;
  readonly log_path: string;
}

/**
 * Writes `subagents/_spawn_status.json`, by which MassGen's display shows the subagents of a blocking call and their
 * limits before that has answered. Returns what rewrites it with the results. As in MassGen the last spawn has it.
 *
 * @throws ContainedFsError when it cannot be written.
 */
export function writeSpawnStatus(
  parentWorkspace: string,
  subagents: readonly SpawningSubagent[],
): (results: readonly SubagentResult[]) => void {
  const directory = join(parentWorkspace, "subagents");
  const started_at = new Date().toISOString();
  const write = (status: object) =>
    writeFileAtomic(join(directory, "_spawn_status.json"), JSON.stringify(status, undefined, 2), {
      durable: false,
    });
  makeDirectory(directory);
  const rows = subagents.map((each) => ({ ...each, status: "running", progress_percent: 0 }));
  write({ status: "spawning", started_at, subagents: rows });
  return (results) => {
    const ended = results.map((result, index) => ({
      ...result,
      timeout_seconds: subagents[index]?.timeout_seconds,
    }));
    write({ status: "completed", started_at, completed_at: new Date().toISOString(), subagents: ended });
  };
}
