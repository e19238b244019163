import { simplifiedStatusSchema, subagentResultSchema } from "@retinue/status-model";
import { z } from "zod";
import { anyReplyShape, refusedShape } from "./finished-since-last-call.ts";
import { subagentLineSchema } from "./subagent-line.ts";

/** How many there are of each status, and where the next page begins. */
export const pageShape = {
  count: z.number().int().describe("How many there are, on all pages").optional(),
  statuses: z.record(z.string(), z.number().int()).describe("How many of each status").optional(),
  next: z.string().describe("The call that gives the next page; absent on the last").optional(),
};

/** Reply of list_subagents. */
export const listReplySchema = z.object({
  success: z.boolean(),
  operation: z.literal("list_subagents"),
  subagents: z
    .array(z.object({ subagent_id: z.string(), ...subagentLineSchema.shape }))
    .describe("Newest first")
    .optional(),
  unknown: z
    .array(z.string())
    .describe("Of the ids that were asked for: those that there are not")
    .optional(),
  ...pageShape,
  ...refusedShape,
  ...anyReplyShape,
});
export type ListReply = z.infer<typeof listReplySchema>;

const wholeEntrySchema = z.object({
  subagent_id: z.string(),
  status: z.string().describe("running (also while queued), cancelled, or the status of the result"),
  workspace: z.string(),
  task: z.string().describe("Cut to 100 characters"),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  execution_time_seconds: z.number().nullable(),
  success: z.boolean().nullable(),
  session_id: z.string().nullable(),
  last_continued_at: z.string().nullable(),
  continuable: z.boolean().describe("continue_subagent can go on with it"),
  source_agent: z.string().nullable().describe("The agent that it belongs to, when that is another one"),
  log_path: z.string().optional(),
  elapsed_seconds: z.number().optional(),
  timeout_seconds: z.number().optional(),
  seconds_remaining: z.number().optional(),
  progress: simplifiedStatusSchema.describe("While it runs").optional(),
  result: subagentResultSchema.describe("Of those that ended last").optional(),
});

/** Reply of list_subagents to a parent that reads results from it: MassGen's. */
export const wholeListReplySchema = z.object({
  success: z.boolean(),
  operation: z.literal("list_subagents"),
  subagents: z.array(wholeEntrySchema).optional(),
  count: z.number().int().optional(),
  ...refusedShape,
  ...anyReplyShape,
});
