import { z } from "zod";

/**
 * A line of `message_receipts.jsonl`, beside `status.json`: what became of a message for one agent. Each agent
 * that a message is for gets one line; none means that it is queued still.
 */
export const messageReceiptSchema = z.object({
  message_id: z.string().describe("The name of the message's file, without .json"),
  agent_id: z.string().describe("As the message names it, where the team has no such agent"),
  state: z
    .enum(["delivered", "unsupported"])
    .describe("delivered: the agent was told; unsupported: it cannot be told, or not any more"),
  at: z.string().describe("ISO 8601"),
  how: z
    .string()
    .describe("What the delivery did to the agent's work; absent where it did nothing to it")
    .optional(),
  reason: z.string().describe("Why it is unsupported").optional(),
});
export type MessageReceipt = z.infer<typeof messageReceiptSchema>;
