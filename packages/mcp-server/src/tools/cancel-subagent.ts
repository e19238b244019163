import { idSchema } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { cancelJobReplySchema, cancelSubagentReplySchema } from "../reply/job-reply.ts";
import { jobIdSchema } from "./job-row.ts";
import { defineTool, WaitGivenUp, type ToolCall, type ToolOutcome } from "./subagent-tool.ts";

const description =
  "Stop a run. Its agents are asked to finish with what they have, then it is stopped; it comes back with the best answer that it had.";
const annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

// Some clients give a call up after 60 s, and a stop that is resisted takes its time.
const mostGraceSeconds = 30;

const how = {
  wrap_up: z.boolean().default(true).describe("false: stop it at once"),
  grace_seconds: z
    .number()
    .min(1)
    .max(mostGraceSeconds)
    .default(20)
    .describe("How long it has for that, if it takes messages at all"),
};

export const cancelSubagent = defineTool({
  name: "cancel_subagent",
  title: "Cancel a subagent",
  description,
  input: z.strictObject({ subagent_id: idSchema.describe("One that runs"), ...how }),
  output: cancelSubagentReplySchema,
  annotations,
  run: async ({ subagent_id, ...asked }, call) =>
    cancelled("cancel_subagent", { subagent_id }, await cancel(subagent_id, asked, call)),
});

export const cancelBackgroundTool = defineTool({
  name: "cancel_background_tool",
  title: "Cancel a background job",
  description,
  input: z.strictObject({ job_id: jobIdSchema, ...how }),
  output: cancelJobReplySchema,
  annotations,
  run: async ({ job_id, ...asked }, call) =>
    cancelled("cancel_background_tool", { job_id }, await cancel(job_id, asked, call)),
});

interface Asked {
  readonly wrap_up: boolean;
  readonly grace_seconds: number;
}

/** What was recovered; undefined when another call waits for it. */
async function cancel(
  id: string,
  { wrap_up: wrapUp, grace_seconds: graceSeconds }: Asked,
  { manager, hold, signal }: ToolCall,
): Promise<SubagentResult | undefined> {
  const isWaitedFor = hold.isHeldElsewhere(id);
  if (!isWaitedFor) hold.add([id]);
  const result = await manager.cancel(id, { wrapUp, ...(wrapUp && { graceSeconds }) });
  // It is stopped all the same; what it had comes with the next call.
  if (signal.aborted) throw new WaitGivenUp("the client no longer waits");
  return isWaitedFor ? undefined : result;
}

function cancelled(operation: string, named: object, result: SubagentResult | undefined): ToolOutcome {
  const about =
    result === undefined
      ? { note: "What it came back with is in the reply to the call that waits for it." }
      : { result };
  return {
    reply: { success: true, operation, ...named, status: "cancelled", ...about },
    results: result === undefined ? [] : [result],
  };
}
