import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Invariant } from "../world/evidence.ts";
import { runRecords } from "./run-records.ts";

interface Summary {
  readonly subagents: {
    readonly subagents: readonly { readonly subagent_id: string; readonly input_tokens?: number }[];
    readonly total_input_tokens?: number;
  };
}

/** Costs are counted once: each total is the sum of its lines, each line that of its runs' results. */
export const costsOnce: Invariant = ({ world, fault }) => {
  // Lines and records are removed together or apart: there is nothing to compare.
  if (fault.loses === "records") return [];
  const problems: string[] = [];
  const counted = new Map<string, number>();
  for (const path of globSync(join(world.workspace, ".massgen/massgen_logs/*/*/*/metrics_summary.json"))) {
    try {
      const { subagents } = JSON.parse(readFileSync(path, "utf8")) as Summary;
      // What nobody reported is absent, in lines as in totals.
      let sum: number | undefined;
      for (const { subagent_id, input_tokens } of subagents.subagents) {
        if (input_tokens === undefined) continue;
        sum = (sum ?? 0) + input_tokens;
        counted.set(subagent_id, (counted.get(subagent_id) ?? 0) + input_tokens);
      }
      if (sum !== subagents.total_input_tokens)
        problems.push(`${path} sums up ${subagents.total_input_tokens} tokens, and its lines ${sum}`);
    } catch (error) {
      problems.push(`${path}: ${String(error)}`);
    }
  }
  for (const { id, runs } of runRecords(world)) {
    const spent = runs.reduce((sum, { result }) => sum + (result?.token_usage.input_tokens ?? 0), 0);
    if (spent !== (counted.get(id) ?? 0))
      problems.push(`the runs of ${id} spent ${spent} tokens, the summary counts ${counted.get(id) ?? 0}`);
  }
  return problems;
};
