import { limitedText } from "@retinue/status-model";
import { briefPolicies } from "./brief-policies.ts";
import { boundStructure } from "./bound-structure.ts";
import { cutAnswer } from "./cut-answer.ts";
import { fairShare } from "./fair-share.ts";
import { jsonLength } from "./prefix-within.ts";
import type { ReplyBudget } from "./reply-budget.ts";
import { shortenTexts, textsIn, withFewerFiles, type TextLimits } from "./shorten-texts.ts";

/** What is tried one after the other until answers have their room: most files of a list, parts of the budget a text. */
const trims = [
  { files: 50, parts: 4 },
  { files: 10, parts: 40 },
  { files: 3, parts: 100 },
  { files: 1, parts: 400 },
  { files: 0, parts: 2000 },
] as const;

/** Characters of a text that is no answer; the longest that we make, a warning, has 8,000. */
const maxTextCharacters = 9000;

/** An id, a status. */
const minTextCharacters = 32;

/** Places that `truncated` names. */
const maxNamed = 10;
const maxNamedCharacters = 200;

export interface BoundedReply {
  readonly reply: Record<string, unknown>;
  /** The reply as JSON. */
  readonly text: string;
}

/**
 * A reply of any shape within its budget. Answers come first, whole while they fit: lists of files and other texts
 * are cut before them, and of answers the longest. What is cut says so.
 */
export function boundReply(
  reply: Readonly<Record<string, unknown>>,
  { characters, nextPart }: ReplyBudget,
): BoundedReply {
  const bounded = briefPolicies(withoutExcess(reply)) as typeof reply;
  const { answers, files: mostFiles } = textsIn(bounded);
  const most = fairShare(
    answers.map(({ length }) => length),
    characters,
  );
  for (const [index, { files, parts }] of trims.entries()) {
    const isTrimmed = files < mostFiles;
    const said = isTrimmed ? withTruncated(bounded, [`files: the first ${files} of each`]) : bounded;
    const trimmed = isTrimmed ? withFewerFiles(said, files) : said;
    const share = fairShare(textsIn(trimmed).texts, characters / 2);
    const text = Math.max(
      minTextCharacters,
      Math.floor(Math.min(maxTextCharacters, characters / parts, share)),
    );
    const withAnswers = (length: number) => {
      const answer: TextLimits["answer"] = (each, result) => cutAnswer(each, result, length, nextPart);
      return asReply(shortenTexts(trimmed, { text, answer }));
    };
    // More of an answer than the whole budget has no room, whatever else is there.
    const whole = most === Number.POSITIVE_INFINITY ? withAnswers(most) : undefined;
    if (whole !== undefined && whole.text.length <= characters) return whole;
    const bare = asReply(shortenTexts(trimmed, { text, answer: () => "" })).text.length;
    const room = characters - bare;
    const isLast = index === trims.length - 1;
    if (answers.length === 0 || (room < characters / 2 && !isLast)) continue;
    const lengths = answers.map((answer) => jsonLength(answer.slice(0, characters).toWellFormed()));
    const cut = withAnswers(Math.max(0, fairShare(lengths, room)));
    if (cut.text.length <= characters) return cut;
  }
  return leastReply(reply, characters);
}

function leastReply({ success, operation }: Readonly<Record<string, unknown>>, characters: number) {
  return asReply({
    success: success === true,
    operation: limitedText(String(operation), 100),
    truncated: `the whole reply was left out: it cannot be brought into ${characters} characters`,
  });
}

function asReply(reply: unknown): BoundedReply {
  return { reply: reply as Record<string, unknown>, text: JSON.stringify(reply) };
}

/** The reply with as many rows, keys and levels as a reply may have, and `truncated` for what it then lacks. */
function withoutExcess(reply: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const missing = new Set<string>();
  const bounded = boundStructure(reply, (what) => {
    if (missing.size < maxNamed) missing.add(limitedText(what, maxNamedCharacters));
  }) as Record<string, unknown>;
  return withTruncated(bounded, [...missing]);
}

/** The reply with `truncated` saying this as well. */
export function withTruncated(reply: Readonly<Record<string, unknown>>, missing: readonly string[]) {
  if (missing.length === 0) return reply;
  const said = [reply["truncated"], ...missing].filter((what) => typeof what === "string");
  return { ...reply, truncated: said.join("; ") };
}
