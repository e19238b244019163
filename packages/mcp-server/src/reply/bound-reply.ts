import { limitedText } from "@retinue/status-model";
import { boundStructure } from "./bound-structure.ts";
import { fairShare } from "./fair-share.ts";
import { shortenTexts, textLengths } from "./shorten-texts.ts";

/**
 * Bytes of one reply as it is sent: as structured content and as text. Clients of both SDK lines give a
 * connection up over a message beyond 10 MiB.
 */
export const maxReplyBytes = 8 * 1024 * 1024;

/** Characters of all answers of a reply together; one takes 13 bytes at worst. */
const maxAnswerCharacters = 500_000;

/** Characters of any other text; the longest that we make, a warning, has 8,000. */
const maxTextCharacters = 9000;

/** Characters of all texts together that are no answers. */
const maxTextsCharacters = 500_000;

/** By then no text has a character left. */
const maxHalvings = 14;

/** Places that `truncated` names. */
const maxNamed = 10;
const maxNamedCharacters = 200;

export interface BoundedReply {
  readonly reply: Record<string, unknown>;
  /** The reply as JSON. */
  readonly text: string;
}

/**
 * A reply of any shape, in at most `maxBytes` as it is sent. Answers share the room, other texts are cut one by
 * one; each cut text says so, and `truncated` says what else was left out.
 */
export function boundReply(
  reply: Readonly<Record<string, unknown>>,
  maxBytes: number = maxReplyBytes,
): BoundedReply {
  const bounded = withoutExcess(reply);
  const { answers, texts } = textLengths(bounded);
  for (let halvings = 0; halvings <= maxHalvings; halvings += 1) {
    const part = 2 ** halvings;
    const shortened = shortenTexts(bounded, {
      answer: fairShare(answers, Math.floor(maxAnswerCharacters / part)),
      text: Math.floor(Math.min(maxTextCharacters, fairShare(texts, maxTextsCharacters)) / part),
    }) as Record<string, unknown>;
    const text = JSON.stringify(shortened);
    if (sentBytes(text) <= maxBytes) return { reply: shortened, text };
  }
  const { success, operation } = reply;
  const least = {
    success: success === true,
    operation: limitedText(String(operation), 100),
    truncated: `the whole reply was left out: it cannot be brought into ${maxBytes} bytes`,
  };
  return { reply: least, text: JSON.stringify(least) };
}

/** The reply with as many rows, keys and levels as a reply may have, and `truncated` for what it then lacks. */
function withoutExcess(reply: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const missing = new Set<string>();
  const bounded = boundStructure(reply, (what) => {
    if (missing.size < maxNamed) missing.add(limitedText(what, maxNamedCharacters));
  }) as Record<string, unknown>;
  if (missing.size === 0) return bounded;
  const said = [bounded["truncated"], ...missing].filter((what) => typeof what === "string");
  return { ...bounded, truncated: said.join("; ") };
}

/** Bytes that a JSON text takes as it is and as a string within JSON. */
function sentBytes(text: string): number {
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));
}
