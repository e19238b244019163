import { idSchema, policyReceiptSchema } from "@retinue/engine-contract";
import { z } from "zod";
import { requestIdSchema } from "./request.ts";

/** `receipt_<subagent_id>.json`: what a host has put in force for a run, told before the run begins. */
export const delegationReceiptSchema = z
  .object({
    version: z.literal(1),
    subagent_id: idSchema,
    request_id: requestIdSchema.describe("The request that it was put in force for"),
    policy: policyReceiptSchema,
  })
  .describe("What is in force for a run");
export type DelegationReceipt = z.infer<typeof delegationReceiptSchema>;
