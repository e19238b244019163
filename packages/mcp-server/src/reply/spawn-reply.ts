import { subagentResultSchema } from "@retinue/status-model";
import { z } from "zod";
import { anyReplyShape, refusedShape } from "./finished-since-last-call.ts";
import { startedSubagentSchema } from "./started-subagent.ts";
import { summarySchema } from "./summarize.ts";

/** Reply of spawn_subagents: `results` and `summary` when it waited, `subagents` and `note` otherwise. */
export const spawnReplySchema = z.object({
  success: z.boolean().describe("Blocking: every subagent succeeded. Background: every run was accepted"),
  operation: z.literal("spawn_subagents"),
  mode: z.enum(["blocking", "background"]).optional(),
  results: z.array(subagentResultSchema).describe("In the order of the tasks").optional(),
  summary: summarySchema.optional(),
  subagents: z.array(startedSubagentSchema).describe("In the order of the tasks").optional(),
  note: z.string().optional(),
  ...refusedShape,
  ...anyReplyShape,
});
export type SpawnReply = z.infer<typeof spawnReplySchema>;
