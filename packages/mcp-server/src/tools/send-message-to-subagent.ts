import { idSchema } from "@retinue/engine-contract";
import { z } from "zod";
import { sentMessageReplySchema } from "../reply/sent-message-reply.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "send_message_to_subagent";

export const sendMessageToSubagent = defineTool({
  name: operation,
  title: "Send a message to a subagent",
  description:
    "Tell a subagent that runs something more: a correction, a hint, what has changed. The reply says whom it reached: delivered, queued (they get it at their next turn), or unsupported (those agents cannot be told while they work: let it end or cancel it, then continue_subagent). For one that ended use continue_subagent.",
  input: z.strictObject({
    subagent_id: idSchema.describe("One that runs"),
    message: z
      .string()
      .refine((text) => text.trim() !== "", "must hold text")
      .describe("What it is to know"),
    target_agents: z
      .array(z.string().min(1))
      .min(1)
      .nullable()
      .optional()
      .describe("Ids of agents of its team. Default: all"),
  }),
  output: sentMessageReplySchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ subagent_id, message, target_agents }, { manager }) {
    const sent = await manager.send(subagent_id, message, { agents: target_agents ?? undefined });
    return { reply: { success: sent.state !== "unsupported", operation, subagent_id, ...sent }, results: [] };
  },
});
