import { readTextWithin, removeEntryWithin, withRoot, type ContainedRoot } from "@retinue/contained-fs";
import { problemsOf } from "@retinue/errors";
import { z } from "zod";
import type { AgentReply } from "../../contract/agent-backend.ts";

const amount = z.number().min(0);

/** What a program may write into the file that RETINUE_REPLY_FILE names: one JSON object. */
export const replyFileSchema = z
  .looseObject({
    vote: z
      .looseObject({
        for: z.string().min(1).describe("Label of an answer (agent2.1), or an agent's id"),
        reason: z.string().optional(),
      })
      .describe("In the vote stage: makes the reply a vote")
      .optional(),
    usage: z
      .looseObject({
        input_tokens: amount.int().optional(),
        output_tokens: amount.int().optional(),
        estimated_cost: amount.describe("US dollars").optional(),
      })
      .describe("What this reply cost, as far as it is known")
      .optional(),
  })
  .describe("What a program says beside its answer");

const maxBytes = 1024 * 1024;

/**
 * Takes a reply file: reads it, and removes it, since a program writes into it what it likes, keys among that.
 * None at all is an empty reply; one that is no valid document is a `problem`, and what the program printed
 * counts all the same.
 */
export function takeReplyFile(
  directory: string,
  name: string,
): Pick<AgentReply, "vote" | "usage" | "problems"> {
  let text: string;
  try {
    text = withRoot(directory, (root) => takeText(root, name));
  } catch (error) {
    if ((error as { code?: string }).code === "NOT_FOUND") return {};
    return { problems: [`the reply file cannot be read: ${(error as Error).message}`] };
  }
  try {
    const parsed = replyFileSchema.safeParse(JSON.parse(text));
    if (parsed.success) return { vote: parsed.data.vote, usage: parsed.data.usage };
    return { problems: [`the reply file is not valid: ${problemsOf(parsed.error)[0]}`] };
  } catch (error) {
    return { problems: [`the reply file is no JSON: ${(error as Error).message}`] };
  }
}

function takeText(root: ContainedRoot, name: string): string {
  try {
    return readTextWithin(root, name, { maxBytes }).text;
  } finally {
    removeEntryWithin(root, name);
  }
}
