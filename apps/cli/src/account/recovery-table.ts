import type { RecoveredDirectory } from "@retinue/recovery";
import { printableLine } from "@retinue/contained-fs";
import { relative } from "node:path";
import { meaningOf } from "./meaning-of.ts";

/** Where a run is, seen from the directory that was named. */
export function placeOf(
  { logPath, attemptPath, workspacePath }: RecoveredDirectory,
  directory: string,
): string {
  return printableLine(relative(directory, logPath ?? attemptPath ?? workspacePath ?? "") || ".");
}

/** A line for each run beneath a directory: where it is, how it ended, what is left of it. */
export function recoveryTable(runs: readonly RecoveredDirectory[], directory: string): string {
  const rows = runs.map((run) => {
    const { result, ending, unreadable } = run;
    const none = unreadable.length === 0 ? "none" : "may not be read";
    const { answer, answer_source: source, token_usage: usage } = result;
    const from = source && `${source.agent_id ?? ""} ${source.reason}`.trim();
    return [
      placeOf(run, directory),
      meaningOf(run).status,
      `${ending.ending} (${ending.known})`,
      answer === null ? none : `${answer.length} characters`,
      printableLine(from ?? ""),
      usage.estimated_cost === undefined ? "" : `${usage.estimated_cost} USD`,
    ];
  });
  const all = [["run", "status", "ended", "answer", "of", "cost"], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...all.map((row) => (row[column] ?? "").length)),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const answered = runs.filter(({ result }) => result.answer !== null).length;
  return `${lines.join("\n")}\n\n${answered} of ${runs.length} runs have an answer; \`retinue recover\` of one prints it, --all names every answer.\n`;
}
