import { idSchema } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { continueReplySchema, type ContinueReply } from "../reply/continue-reply.ts";
import { backgroundReply, startedSubagent } from "../reply/started-subagent.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "continue_subagent";

const input = z.strictObject({
  subagent_id: idSchema.describe("An ended subagent, as list_subagents names it"),
  message: z
    .string()
    .refine((text) => text.trim() !== "", "must hold text")
    .describe("What to do next"),
  timeout_seconds: z.number().positive().nullable().optional().describe("Clamped to the configured bounds"),
  background: z.boolean().default(false).describe("true: answer at once; the result comes with a later call"),
  cancel_with_call: z
    .boolean()
    .default(false)
    .describe("true: if you cancel this call, the run is stopped; false: it goes on"),
});

export const continueSubagent = defineTool({
  name: operation,
  title: "Continue a subagent",
  description: [
    "Give an ended subagent a further message; it goes on in the same workspace, with what it knows.",
    "Use it to ask for more, to correct it, or to let one that was cut off (partial, timeout) finish.",
  ].join(" "),
  input,
  output: continueReplySchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ subagent_id, message, timeout_seconds, background, cancel_with_call: cancels }, call) {
    const { manager, budget, hold, trace, wait } = call;
    if (!background) hold.add([subagent_id]);
    const spawned = await manager.continue(subagent_id, message, {
      timeoutSeconds: timeout_seconds ?? undefined,
      trace,
    });
    if (background) {
      const subagents = [startedSubagent(spawned)];
      return { reply: backgroundReply(operation, subagents, budget) satisfies ContinueReply, results: [] };
    }
    const results = await wait([spawned], cancels ? "cancel" : undefined);
    return { reply: replyOf(results), results };
  },
  replyOf,
});

/** One run, one result: its keys are the reply's. */
function replyOf([result]: readonly SubagentResult[]): ContinueReply {
  return { success: false, operation, mode: "blocking", ...result };
}
