import { budgetSchema, subagentResultSchema, tokenUsageSchema } from "@retinue/status-model";
import { z } from "zod";
import { anyReplyShape, refusedShape } from "./finished-since-last-call.ts";
import { pageShape } from "./list-reply.ts";
import { subagentLineSchema } from "./subagent-line.ts";

const jobId = z.string().describe("The subagent_id: a job is its run that is on or was last");
const pollAfter = z.number().int().describe("Ask again after so many ms, not before; 0: at once").optional();

/** A reply of this operation, with these keys beside those of any reply. */
const replyOf = <Name extends string, Shape extends z.ZodRawShape>(operation: Name, shape: Shape) =>
  z.object({
    success: z.boolean(),
    operation: z.literal(operation),
    ...shape,
    ...refusedShape,
    ...anyReplyShape,
  });

/** Reply of list_background_tools. */
export const jobListReplySchema = replyOf("list_background_tools", {
  jobs: z.array(z.object({ job_id: jobId, ...subagentLineSchema.shape })).optional(),
  ...pageShape,
});

/** Reply of get_background_tool_status. */
export const jobStatusReplySchema = replyOf("get_background_tool_status", {
  job_id: jobId.optional(),
  status: z
    .string()
    .describe("running (also while queued), cancelled, or the status of the result")
    .optional(),
  phase: z.string().optional(),
  completion_percentage: z.number().optional(),
  elapsed_seconds: z.number().int().optional(),
  seconds_remaining: z.number().int().optional(),
  token_usage: tokenUsageSchema.optional(),
  budget: budgetSchema.optional(),
  workspace: z.string().optional(),
  so_far: z
    .object({
      reason: z.string().describe("draft: what an agent is saying; otherwise by what rule it was chosen"),
      agent_id: z.string().optional(),
      characters: z.number().int(),
      ends_with: z.string().describe("Its last characters"),
      path: z.string().describe("The file that has all of it"),
    })
    .describe("What would be recovered, if it ended now")
    .optional(),
  poll_after_ms: pollAfter,
});

/** Reply of get_background_tool_result. */
export const jobResultReplySchema = replyOf("get_background_tool_result", {
  job_id: jobId.optional(),
  ready: z.boolean().describe("false: it runs").optional(),
  status: z.string().optional(),
  result: subagentResultSchema.describe("The first part has all of it").optional(),
  answer: z.string().describe("A further part").optional(),
  offset: z.number().int().describe("Where in the answer the part begins").optional(),
  characters: z.number().int().describe("Of the whole answer").optional(),
  next: z.string().describe("The call that gives the next part; absent with the last").optional(),
  poll_after_ms: pollAfter,
});

/** Reply of wait_for_background_tool. */
export const jobWaitReplySchema = replyOf("wait_for_background_tool", {
  ready: z.boolean().describe("Whether what was waited for has ended").optional(),
  timed_out: z.boolean().optional(),
  jobs: z
    .array(z.object({ job_id: jobId, status: z.string() }))
    .describe("What was waited for")
    .optional(),
  note: z.string().optional(),
  poll_after_ms: pollAfter,
});

const cancelShape = {
  subagent_id: z.string().optional(),
  job_id: jobId.optional(),
  status: z.string().describe("cancelled, or how it ended just before").optional(),
  result: subagentResultSchema.describe("What was recovered").optional(),
  note: z.string().optional(),
};

/** Replies of the two tools that cancel. */
export const cancelSubagentReplySchema = replyOf("cancel_subagent", cancelShape);
export const cancelJobReplySchema = replyOf("cancel_background_tool", cancelShape);
