import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { World } from "../world/world.ts";

export interface RecordedRun {
  readonly number: number;
  readonly state: string;
  readonly ended?: object;
  readonly result?: {
    readonly answer: string | null;
    readonly status: string;
    readonly error: string | null;
    readonly execution_time_seconds: number;
    readonly token_usage: { readonly input_tokens?: number };
  };
}

/** Every run.json of a world, by subagent; what cannot be read, with the reason. */
export function runRecords({ workspace }: World): { id: string; runs: RecordedRun[]; problem?: string }[] {
  const paths = globSync(join(workspace, ".massgen/massgen_logs/*/*/*/subagents/*/run.json"));
  return paths.map((path) => {
    const id = basename(dirname(path));
    try {
      return { id, runs: (JSON.parse(readFileSync(path, "utf8")) as { runs: RecordedRun[] }).runs };
    } catch (error) {
      return { id, runs: [], problem: `${path}: ${String(error)}` };
    }
  });
}
