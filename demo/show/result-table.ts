import type { SubagentResult } from "@retinue/status-model";
import { relative } from "node:path";
import { textTable } from "./text-table.ts";

const answerCharacters = 60;

/** What came back, a line for each subagent. Places are relative to `directory`; `tokens` is what they are. */
export function resultTable(results: readonly SubagentResult[], directory: string, tokens: string): string {
  const rows = results.map((result) => [
    result.subagent_id,
    result.status,
    firstLine(result.answer),
    `${result.token_usage.input_tokens ?? "?"} / ${result.token_usage.output_tokens ?? "?"}`,
    `${result.token_usage.estimated_cost ?? "?"} USD`,
    `${result.execution_time_seconds.toFixed(1)} s`,
    relative(directory, result.workspace),
  ]);
  return textTable([
    ["subagent", "status", "answer", `${tokens} in / out`, "cost", "time", "workspace"],
    ...rows,
  ]);
}

function firstLine(answer: string | null): string {
  const line = answer?.split("\n")[0] ?? "(none)";
  return line.length > answerCharacters ? `${line.slice(0, answerCharacters - 1)}…` : line;
}
