import { subagentResultSchema } from "@retinue/status-model";
import { z } from "zod";
import { refusalSchema } from "../refuse/refusal.ts";
import { anyReplyShape } from "./finished-since-last-call.ts";
import { startedSubagentSchema } from "./started-subagent.ts";

/** Reply of continue_subagent: the keys of a result when it waited, `subagents` and `note` otherwise. */
export const continueReplySchema = z.object({
  ...subagentResultSchema.partial().shape,
  success: z.boolean(),
  operation: z.literal("continue_subagent"),
  mode: z.enum(["blocking", "background"]).optional(),
  subagents: z.array(startedSubagentSchema).optional(),
  note: z.string().optional(),
  error: z
    .union([z.string(), z.null(), refusalSchema])
    .describe("Why the run failed, null when it did not; an object when the call was refused")
    .optional(),
  ...anyReplyShape,
});
export type ContinueReply = z.infer<typeof continueReplySchema>;
