import { packetSections, type NextTasks } from "../src/index.ts";

/** A packet with all seven sections, told apart by a word. */
export function packetText(word: string, gaps = "none"): string {
  return packetSections
    .map((name) => `## ${name}\n\n${name === "evidence_gaps" ? gaps : `${word} on ${name}`}\n`)
    .join("\n");
}

export const verdict = { schema_version: "1", verdict: "iterate", scores: { E1: 4, E2: 7 } };

/** Valid tasks for a next round. */
export const nextTasks: NextTasks = {
  schema_version: "2",
  objective: "One index instead of three lists",
  primary_strategy: "single_index",
  why_this_strategy: "The lists contradict each other",
  strategy_mode: "thesis_shift",
  approach_assessment: { ceiling_status: "ceiling_approaching" },
  success_contract: {
    outcome_statement: "One index rules",
    quality_bar: "No entry is in two places",
    fail_if_any: ["a list is left"],
    required_evidence: ["a listing"],
  },
  deprioritize_or_remove: ["the old lists"],
  tasks: [
    {
      id: "merge",
      description: "Merge the lists",
      strategy_role: "thesis_shift",
      verification: "count the entries",
      success_criteria: "each once",
      failure_signals: ["an entry twice"],
      required_evidence: ["the count"],
    },
  ],
};
