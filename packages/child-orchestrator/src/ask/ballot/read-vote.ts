import { z } from "zod";
import type { AgentReply, AgentRequest } from "../../contract/agent-backend.ts";

type Ballot = NonNullable<AgentRequest["ballot"]>;

/** A JSON Schema for the reply in the vote stage, as strict servers want it: every key is required. */
export function ballotSchema({ labels, mayAnswer }: Ballot): Readonly<Record<string, unknown>> {
  const properties = {
    vote: mayAnswer
      ? { type: ["string", "null"], enum: [...labels, null], description: "null with a new answer" }
      : { type: "string", enum: labels },
    reason: { type: "string", description: "Why, in a sentence" },
    ...(mayAnswer && {
      new_answer: { type: ["string", "null"], description: "The whole of a better answer; else null" },
    }),
  };
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** Tells an agent that takes no schema how to vote. */
export function howToVote({ labels, mayAnswer }: Ballot): string {
  const example = JSON.stringify({ vote: labels[0] ?? "agent1.1", reason: "most complete" });
  const otherwise = mayAnswer ? " Anything else that you reply is taken for a new answer." : "";
  return `\nTo vote, reply with one JSON object and nothing else, for example:\n${example}\n${otherwise.trim()}\n`;
}

const text = z.string().nullish().catch(undefined);
const votedSchema = z.looseObject({
  vote: z
    .union([z.string(), z.looseObject({ for: z.string(), reason: text })])
    .nullish()
    .catch(undefined),
  vote_for: text,
  agent_id: text,
  reason: text,
  new_answer: text,
});

export type Voted = Pick<AgentReply, "vote" | "text">;

/** What an object says that was meant to follow the schema; undefined: neither a vote nor an answer. */
export function readVoted(value: unknown): Voted | undefined {
  const parsed = votedSchema.safeParse(value, { jitless: true });
  if (!parsed.success) return undefined;
  const { vote, vote_for, agent_id, reason, new_answer } = parsed.data;
  const named = typeof vote === "object" ? vote?.for : vote;
  const choice = (named ?? vote_for ?? agent_id ?? "").trim();
  const why = (typeof vote === "object" ? vote?.reason : undefined) ?? reason ?? undefined;
  if (choice !== "") return { text: "", vote: { for: choice, reason: why } };
  const answer = (new_answer ?? "").trim();
  return answer === "" ? undefined : { text: answer };
}

const label = /^agent\d+(\.\d+)?$/;
const justALabel = /^\W*(?:(?:my )?vote(?: is)?(?: for)?\W+)?(agent\d+\.\d+)\W*$/i;
const fenced = /```(?:json)?[^\S\n]*\n([\s\S]*?)```/g;

/**
 * A vote is short; what is longer is only read as the object that it may be as a whole. Repairing takes
 * seconds for some texts of 64 KiB, and minutes for longer ones.
 */
const maxCharacters = 16 * 1024;

/** A vote in a text: an object, also in a fence or between words or a little damaged, or a label alone. */
export async function voteInText(reply: string): Promise<Voted | undefined> {
  if (reply.length > maxCharacters) return wholeObject(reply);
  const only = justALabel.exec(reply)?.[1];
  if (only !== undefined) return { text: "", vote: { for: only } };
  const fences = [...reply.matchAll(fenced)].map(([, inner = ""]) => inner);
  const braces = reply.slice(Math.max(0, reply.indexOf("{")), reply.lastIndexOf("}") + 1);
  const candidates = [reply, ...fences.toReversed(), braces].map((each) => each.trim());
  const objects = candidates.filter((each) => each.startsWith("{"));
  if (objects.length === 0) return undefined;
  const { jsonrepair } = await import("jsonrepair");
  for (const candidate of objects) {
    try {
      const voted = readVoted(JSON.parse(jsonrepair(candidate)));
      // An object that votes for no label is part of an answer.
      if (voted !== undefined && (voted.vote === undefined || label.test(voted.vote.for))) return voted;
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

/** It may hold a long new answer. */
function wholeObject(reply: string): Voted | undefined {
  try {
    const voted = readVoted(JSON.parse(reply));
    return voted?.vote === undefined || label.test(voted.vote.for) ? voted : undefined;
  } catch {
    return undefined;
  }
}
