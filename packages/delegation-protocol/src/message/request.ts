import { idSchema } from "@retinue/engine-contract";
import { isAbsolute } from "node:path";
import { z } from "zod";

/** A request is refused beyond this, by whoever writes it and by whoever reads it. */
export const maxMessageBytes = 1024 * 1024;

const requestIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

export const requestIdSchema = z
  .string()
  .regex(requestIdPattern, "must be 1 to 64 letters, digits, _ or -")
  .describe("Tells runs of one subagent apart; 16 hexadecimal digits as parents write it");

const absolutePath = z.string().refine(isAbsolute, "must be an absolute path");

/** `request_<subagent_id>.json`: what a parent asks of the host. Unknown keys are ignored. */
export const delegationRequestSchema = z
  .object({
    version: z.literal(1),
    subagent_id: idSchema,
    request_id: requestIdSchema,
    task: z
      .string()
      .refine((task) => task.trim() !== "", "must hold text")
      .describe("The engine's prompt"),
    yaml_config: z
      .record(z.string(), z.unknown())
      .describe("The child's configuration as a JSON object, never YAML text"),
    answer_file: absolutePath.describe("Where the engine writes its final answer, inside the workspace"),
    workspace: absolutePath.describe("Directory of the run"),
    timeout_seconds: z.number().positive().max(86_400).describe("Seconds; a host may allow less"),
    created_at: z.string().describe("ISO 8601, UTC"),
  })
  .describe("What a parent asks of the host: one run");
export type DelegationRequest = z.infer<typeof delegationRequestSchema>;
