import type { ConsideredAnswer, ListedAnswer, RecoveredDirectory } from "@retinue/recovery";
import type { SubagentResult } from "@retinue/status-model";
import { printable, printableLine } from "@retinue/contained-fs";
import { directoryKinds, rules } from "./account-words.ts";
import { meaningOf } from "./meaning-of.ts";
import { newestOf } from "./newest-of.ts";

/**
 * What was recovered from a directory, for a person at a terminal.
 *
 * @param all Names every answer that is left. @param title Tells it from others.
 * @param logs Paths beneath it are given from there, and it is named once.
 */
export function recoveryAccount(
  recovered: RecoveredDirectory,
  answers: readonly ListedAnswer[],
  { all, title, logs }: { readonly all: boolean; readonly title?: string; readonly logs?: string },
): string {
  const below = logs === undefined ? "" : `${logs}/`;
  const { result, ending, considered, kind, statusPath, attempts } = recovered;
  const { status, meaning } = meaningOf(recovered);
  const rows: [name: string, text: string | undefined][] = [
    ["status", `${status}: ${meaning}`],
    ["ended", `${ending.isRunning ? "not yet" : ending.ending} (${ending.known}): ${ending.explanation}`],
    ["error", result.error ?? undefined],
    ["warning", result.warning],
    ["answer", answerLine(result)],
    ["file", result.answer_source?.path],
    ["usage", usageLine(result)],
    [
      "progress",
      result.completion_percentage === undefined ? undefined : `${result.completion_percentage} %`,
    ],
    ["workspace", result.workspace],
    ["files", filesLine(result)],
    ["found", directoryKinds[kind]],
    ["logs", logs],
    ["status file", statusPath ?? "none that can be read"],
  ];
  const lines = rows.flatMap(([name, text]) => (text === undefined ? [] : [row(name, text)]));
  const looked = attempts.length < 2 ? [] : attempts.map((path) => row("attempt", path));
  const others = considered
    .filter(({ taken }) => !taken)
    .map((each) => row("not taken", otherLine(each, newestOf(each, answers))));
  const every = all ? answers.map((each) => row(each.taken ? "taken" : "answer", answerOf(each))) : others;
  const answer = result.answer === null ? [] : ["", printable(result.answer)];
  const rest = [...lines, ...looked, ...every].map((line) =>
    below === "" ? line : line.replaceAll(below, ""),
  );
  return [title ?? printableLine(result.subagent_id), ...rest, ...answer, ""].join("\n");
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(12)}${printableLine(text)}`;
}

function answerLine({ answer, answer_source }: SubagentResult): string {
  if (answer === null || answer_source === undefined) return "none";
  const { agent_id, label, reason } = answer_source;
  const agent = agent_id === undefined ? "" : ` of ${named({ agent_id, ...(label && { label }) })}`;
  return `${answer.length} characters${agent}; rule "${reason}": ${rules[reason]}`;
}

function filesLine({ files = [], answer_directory }: SubagentResult): string | undefined {
  const [first, second] = files.map(({ path }) => path);
  if (first === undefined || answer_directory === undefined) return undefined;
  const more = files.length > 2 ? ", …" : "";
  return `${answer_directory}: ${[first, second].filter(Boolean).join(", ")}${more}`;
}

function usageLine({ token_usage }: SubagentResult): string {
  const { input_tokens, output_tokens, estimated_cost } = token_usage;
  const known = [
    input_tokens !== undefined && `${input_tokens} tokens in`,
    output_tokens !== undefined && `${output_tokens} tokens out`,
    estimated_cost !== undefined && `${estimated_cost} US dollars`,
  ].filter((text) => text !== false);
  return known.length === 0 ? "not known" : known.join(", ");
}

function answerOf(answer: ListedAnswer): string {
  const { kind, path, bytes, votes = 0, note } = answer;
  const who = answer.agent_id === undefined ? "" : ` of ${named(answer)}`;
  const parts = [`${kind}${who}`, `${bytes} bytes`, counted(votes), path, note];
  return parts.filter(Boolean).join(", ");
}

function counted(votes: number): string {
  return votes === 0 ? "" : `${votes} ${votes === 1 ? "vote" : "votes"}`;
}

function otherLine(considered: ConsideredAnswer, path: string | undefined): string {
  const { reason, votes = 0, note = "" } = considered;
  const who = considered.agent_id === undefined ? (path ?? "output") : named(considered);
  const why = [reason, counted(votes)].filter(Boolean).join(", ");
  const where = path === undefined || considered.agent_id === undefined ? "" : `; ${path}`;
  return `${who} (${why}): ${note}${where}`;
}

function named({ agent_id, label }: Pick<ConsideredAnswer, "agent_id" | "label">): string {
  return label === undefined ? `${agent_id}` : `${agent_id} (${label})`;
}
