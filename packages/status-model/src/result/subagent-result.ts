import { z } from "zod";
import { budgetSchema } from "./budget.ts";
import { changesSchema } from "./changes.ts";

/** How a subagent came back. */
export const resultStatusSchema = z
  .enum(["completed", "completed_but_timeout", "partial", "timeout", "error"])
  .describe(
    "completed: finished; completed_but_timeout: cut off after its work was finished, the answer is whole; " +
      "partial: cut off, this is the best answer that existed; timeout: cut off before any answer; error: it failed",
  );
export type ResultStatus = z.infer<typeof resultStatusSchema>;

/** Tokens and cost; `{}` when nothing is known, never a guess. */
export const tokenUsageSchema = z
  .object({
    input_tokens: z.number().min(0).optional(),
    output_tokens: z.number().min(0).optional(),
    estimated_cost: z.number().min(0).describe("US dollars").optional(),
  })
  .describe("Tokens and cost as the run's status.json counts them; {} when it has none");
export type TokenUsage = z.infer<typeof tokenUsageSchema>;

/** Which rule chose the answer. */
export const answerReasonSchema = z
  .enum(["output", "winner", "votes", "first", "draft"])
  .describe(
    "output: what the run put out when it ended; winner: the winner's answer; votes: the most votes; " +
      "first: the first registered agent with an answer; draft: nobody had answered, and this is how far one had come",
  );
export type AnswerReason = z.infer<typeof answerReasonSchema>;

/** Where a recovered answer was read. */
export const answerSourceSchema = z.object({
  reason: answerReasonSchema,
  agent_id: z.string().optional(),
  label: z.string().describe("Label of the answer that was returned: agent2.1").optional(),
  path: z.string().describe("The file that was read"),
  finished: z.literal(false).describe("Of a draft: its author had not finished it").optional(),
  characters: z.number().int().min(0).describe("Of a draft: how long it is").optional(),
});
export type AnswerSource = z.infer<typeof answerSourceSchema>;

/** A file that an agent left. */
export const leftFileSchema = z.object({
  path: z.string().describe("Relative to answer_directory"),
  bytes: z.number().int().min(0),
});
export type LeftFile = z.infer<typeof leftFileSchema>;

/** What a spawn or a continuation returns, whatever the ending. Keys in MassGen's order. */
export const subagentResultSchema = z.object({
  subagent_id: z.string(),
  status: resultStatusSchema,
  success: z.boolean().describe("True for completed and completed_but_timeout only"),
  answer: z.string().nullable().describe("Without surrounding whitespace; null when there is none"),
  workspace: z.string().describe("Absolute path of the subagent's own directory"),
  execution_time_seconds: z.number().min(0),
  error: z.string().nullable(),
  token_usage: tokenUsageSchema,
  timeout_seconds: z
    .number()
    .describe("The limit that was in force, after clamping; absent when recovery alone was asked")
    .optional(),
  log_path: z.string().describe("The subagent's log directory").optional(),
  completion_percentage: z.number().min(0).max(100).describe("Left out when unknown").optional(),
  warning: z.string().optional(),
  answer_source: answerSourceSchema.optional(),
  answer_directory: z
    .string()
    .describe(
      "Absolute path: collect files from here. Those of whoever's answer it is; without one, of whoever left any",
    )
    .optional(),
  needs: z
    .object({ met: z.array(z.string()), unmet: z.array(z.string()) })
    .describe("Of what its role needs (read, write, shell, web, skills): what its team has, and what not")
    .optional(),
  policy: z
    .record(z.string(), z.unknown())
    .describe("What was in force for a confined run, as run.json has it; in a reply its boundary and network")
    .optional(),
  files: z.array(leftFileSchema).describe("What is in answer_directory, the first 50").optional(),
  changes: changesSchema.optional(),
  budget: budgetSchema.optional(),
});
export type SubagentResult = z.infer<typeof subagentResultSchema>;

/** Whether a status counts as success. */
export function isSuccess(status: ResultStatus): boolean {
  return status === "completed" || status === "completed_but_timeout";
}
