import type { SubagentResult } from "@retinue/status-model";

/**
 * Characters that the answers of one reply may have together. Clients of both SDK lines give a
 * connection up over a message beyond 10 MiB; a character takes 13 bytes at worst, as it is sent
 * twice, in structured content and in text.
 */
export const maxAnswerCharacters = 500_000;

type Answered = Pick<SubagentResult, "answer" | "workspace" | "answer_source">;

/** Keys of a reply under which results, or rows that hold one, are found. */
const listKeys = ["results", "finished_since_last_call", "subagents"] as const;

/**
 * The reply with its longest answers cut to equal lengths, so that all of them fit; a cut answer
 * ends by saying how long it was and which file holds it.
 */
export function shortenAnswers(
  reply: Readonly<Record<string, unknown>>,
  budget = maxAnswerCharacters,
): Record<string, unknown> {
  const lengths: number[] = [];
  mapAnswers(reply, (result) => {
    lengths.push(result.answer?.length ?? 0);
    return result;
  });
  const share = fairShare(lengths, budget);
  return mapAnswers(reply, (result) => shorten(result, share));
}

function mapAnswers(
  reply: Readonly<Record<string, unknown>>,
  change: (result: Answered) => Answered,
): Record<string, unknown> {
  const row = (value: unknown): unknown => {
    if (isAnswered(value)) return change(value);
    const result = (value as { result?: unknown }).result;
    return isAnswered(result) ? { ...(value as object), result: change(result) } : value;
  };
  const lists = listKeys
    .filter((key) => Array.isArray(reply[key]))
    .map((key) => [key, (reply[key] as unknown[]).map(row)]);
  return { ...(isAnswered(reply) ? { ...change(reply) } : reply), ...Object.fromEntries(lists) };
}

function isAnswered(value: unknown): value is Answered {
  return typeof (value as { answer?: unknown } | undefined)?.answer === "string";
}

function shorten<T extends Answered>(result: T, length: number): T {
  const { answer, answer_source, workspace } = result;
  if (answer === null || answer.length <= length) return result;
  const whole = answer_source?.path ?? workspace;
  const note = `[cut here: ${answer.length} characters in all; the whole answer is in ${whole}]`;
  return { ...result, answer: `${answer.slice(0, length).toWellFormed()}\n\n${note}` };
}

/** The largest length such that answers cut to it fit into the budget. */
function fairShare(lengths: readonly number[], budget: number): number {
  let left = budget;
  let open = lengths.length;
  for (const length of lengths.toSorted((one, other) => one - other)) {
    const share = Math.floor(left / open);
    if (length > share) return share;
    left -= length;
    open -= 1;
  }
  return Number.POSITIVE_INFINITY;
}
