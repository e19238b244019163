import type { NextTasks } from "../artifacts/next-tasks.ts";

/** The thesis of the next round, as its parent reads it. */
export function thesisText(next: NextTasks): string {
  const { outcome_statement, quality_bar, fail_if_any, required_evidence } = next.success_contract;
  const lines = [
    line("Objective", next.objective),
    line("Strategy", next.primary_strategy),
    line("Why", next.why_this_strategy),
    line("Kind", next.strategy_mode),
    line("Why it refines all the same", next.incremental_override_reason),
    line("Remove or leave aside", next.deprioritize_or_remove?.join("; ")),
    line("Reached when", outcome_statement),
    line("Good enough when", quality_bar),
    line("Not reached if", fail_if_any.join("; ")),
    line("Evidence to produce", required_evidence.join("; ")),
    line(
      "Tasks",
      next.tasks
        .map(({ id, description }) => (id === undefined ? description : `${id}: ${description}`))
        .join("; "),
    ),
  ];
  return `## The thesis\n\n${lines.flat().join("\n")}`;
}

function line(name: string, text: string | null | undefined): string[] {
  return text == null || text.trim() === "" ? [] : [`- ${name}: ${text.trim()}`];
}
