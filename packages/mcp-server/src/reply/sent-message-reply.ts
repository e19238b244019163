import { z } from "zod";
import { anyReplyShape, refusedShape } from "./finished-since-last-call.ts";

const toldSchema = z.object({ agent_id: z.string(), at: z.string() });

/** Reply of send_message_to_subagent. */
export const sentMessageReplySchema = z.object({
  success: z.boolean().describe("false: nobody can be told, or the call was refused"),
  operation: z.literal("send_message_to_subagent"),
  subagent_id: z.string().optional(),
  message_id: z.string().optional(),
  state: z.enum(["delivered", "queued", "unsupported"]).optional(),
  delivered: z.array(toldSchema).describe("To whom, and when").optional(),
  unsupported: z
    .array(toldSchema.extend({ reason: z.string().optional() }))
    .describe("Who cannot be told, and why")
    .optional(),
  ...refusedShape,
  ...anyReplyShape,
});
