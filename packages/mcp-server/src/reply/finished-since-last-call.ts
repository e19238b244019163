import { subagentResultSchema } from "@retinue/status-model";
import { z } from "zod";
import { refusalSchema } from "../refuse/refusal.ts";

/** A result that comes with the reply to another call. */
export const finishedResultSchema = subagentResultSchema.describe(
  "A result, with the keys that the results of spawn_subagents have",
);

/** Keys that a reply of any tool may carry beside its own. */
export const anyReplyShape = {
  finished_since_last_call: z
    .array(finishedResultSchema)
    .describe(
      "Results of earlier runs that no call has returned yet: background runs, runs whose wait was " +
        "cancelled or timed out, runs of a server that died. Each is offered until it was delivered",
    )
    .optional(),
  truncated: z.string().describe("What was left out of this reply to keep it short").optional(),
};

/** `error` of a reply that refuses the call; strict readers get it declared. */
export const refusedShape = {
  error: refusalSchema.describe("Only when the call was refused: nothing was started").optional(),
};
