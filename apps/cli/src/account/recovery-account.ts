import type { ConsideredAnswer, RecoveredDirectory } from "@retinue/recovery";
import type { SubagentResult } from "@retinue/status-model";
import { printable, printableLine } from "@retinue/contained-fs";

const meanings: Readonly<Record<SubagentResult["status"], string>> = {
  completed: "it finished",
  completed_but_timeout: "it was cut off, but the answer is whole",
  partial: "it was cut off; this is the best that there was",
  timeout: "it was cut off before any answer",
  error: "it failed",
};

const rules: Readonly<Record<ConsideredAnswer["reason"], string>> = {
  output: "what the run put out when it ended",
  winner: "the winner's answer",
  votes: "the most votes, ties by order of registration",
  first: "the first registered agent that has an answer",
  draft: "nobody had answered: how far the first registered agent with a draft had come",
};

const found: Readonly<Record<RecoveredDirectory["kind"], string>> = {
  subagent: "a subagent's log directory",
  run: "a directory of logs; its newest attempt counts",
  attempt: "one attempt of an engine",
  workspace: "a runtime workspace",
};

/** What was recovered from a directory, for a person at a terminal. */
export function recoveryAccount(recovered: RecoveredDirectory): string {
  const { result, ending, considered, kind, statusPath, attempts } = recovered;
  const rows: [name: string, text: string | undefined][] = [
    ["status", `${result.status}: ${meanings[result.status]}`],
    ["ended", `${ending.ending} (${ending.known}): ${ending.explanation}`],
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
    ["found", found[kind]],
    ["status file", statusPath ?? "none that can be read"],
  ];
  const lines = rows.flatMap(([name, text]) => (text === undefined ? [] : [row(name, text)]));
  const looked = attempts.length < 2 ? [] : attempts.map((path) => row("attempt", path));
  const others = considered.filter(({ taken }) => !taken).map((each) => row("not taken", otherLine(each)));
  const answer = result.answer === null ? [] : ["", printable(result.answer)];
  return [printableLine(result.subagent_id), ...lines, ...looked, ...others, ...answer, ""].join("\n");
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

function otherLine(considered: ConsideredAnswer): string {
  const { reason, votes = 0, note = "", path } = considered;
  const who = considered.agent_id === undefined ? (path ?? "output") : named(considered);
  const counted = votes === 0 ? "" : `, ${votes} ${votes === 1 ? "vote" : "votes"}`;
  return `${who} (${reason}${counted}): ${note}`;
}

function named({ agent_id, label }: Pick<ConsideredAnswer, "agent_id" | "label">): string {
  return label === undefined ? `${agent_id}` : `${agent_id} (${label})`;
}
