import { idSchema, loggedCallSchema, modelSpendingSchema } from "@retinue/engine-contract";
import { z } from "zod";
import { requestIdSchema } from "./request.ts";

export const delegationStatusSchema = z
  .enum(["completed", "error", "timeout", "cancelled"])
  .describe(
    "completed: the engine exited 0; error: it failed, or the request was refused; timeout: its time was over; " +
      "cancelled: the parent asked for that",
  );
export type DelegationStatus = z.infer<typeof delegationStatusSchema>;

/** `response_<subagent_id>.json`: how a request ended. Unknown keys are ignored. */
export const delegationResponseSchema = z
  .object({
    version: z.literal(1),
    subagent_id: idSchema,
    request_id: requestIdSchema.describe("The request that this answers"),
    status: delegationStatusSchema,
    exit_code: z.number().int().describe("The engine's; -1 when it never ran or has none"),
    stdout_tail: z.string().describe("The last characters of its output, at most 2,000"),
    stderr_tail: z
      .string()
      .describe("The last characters of its errors, at most 2,000; why a request was refused"),
    spent: modelSpendingSchema
      .optional()
      .catch(undefined)
      .describe("What the host's broker counted of its models; absent where it asked none"),
    calls: z
      .array(loggedCallSchema)
      .optional()
      .catch(undefined)
      .describe("The last of its models' calls, oldest first; no word of them"),
    completed_at: z.string().describe("ISO 8601, UTC"),
  })
  .describe("How a request ended");
export type DelegationResponse = z.infer<typeof delegationResponseSchema>;
