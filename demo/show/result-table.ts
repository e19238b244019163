import type { SubagentResult } from "@retinue/status-model";
import { textTable } from "./text-table.ts";

const leastCharacters = 16;

/**
 * What came back, a line for each subagent, no wider than `columns` while an answer has room for 16 characters.
 * `tokens` is what they are.
 */
export function resultTable(results: readonly SubagentResult[], tokens: string, columns: number): string {
  const whole = table(results, tokens, Infinity);
  const width = Math.max(...whole.split("\n").map((line) => line.length));
  const longest = Math.max(...results.map(({ answer }) => firstLine(answer, Infinity).length));
  return table(results, tokens, Math.max(leastCharacters, longest - Math.max(0, width - columns)));
}

function table(results: readonly SubagentResult[], tokens: string, answerCharacters: number): string {
  const rows = results.map((result) => [
    result.subagent_id,
    result.status,
    firstLine(result.answer, answerCharacters),
    `${result.token_usage.input_tokens ?? "?"} / ${result.token_usage.output_tokens ?? "?"}`,
    `${result.token_usage.estimated_cost ?? "?"} USD`,
    `${result.execution_time_seconds.toFixed(1)} s`,
  ]);
  return textTable([["subagent", "status", "answer", `${tokens} in / out`, "cost", "time"], ...rows]);
}

function firstLine(answer: string | null, answerCharacters: number): string {
  const line = answer?.split("\n")[0] ?? "(none)";
  return line.length > answerCharacters ? `${line.slice(0, answerCharacters - 1)}…` : line;
}
