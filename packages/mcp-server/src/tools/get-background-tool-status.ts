import { z } from "zod";
import { soFar } from "../reply/so-far.ts";
import { jobStatusReplySchema } from "../reply/job-reply.ts";
import { jobIdSchema, jobRow, pollAfterMs } from "./job-row.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "get_background_tool_status";

export const getBackgroundToolStatus = defineTool({
  name: operation,
  title: "Look at a background job",
  description:
    "Where a job stands: status, phase, percentage, seconds left, tokens, and the end of what its agents have said so far. Costs no result: use it to decide whether to wait, to send a message, or to cancel.",
  input: z.strictObject({ job_id: jobIdSchema }),
  output: jobStatusReplySchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ job_id }, { manager }) {
    const row = await jobRow(manager, job_id);
    const { phase, completion_percentage, elapsed_seconds, token_usage, budget } =
      await manager.status(job_id);
    const runs = row.status === "running";
    const reply = {
      success: true,
      operation,
      job_id,
      status: row.status,
      ...(phase !== undefined && { phase }),
      ...(completion_percentage !== undefined && { completion_percentage }),
      ...(elapsed_seconds !== undefined && { elapsed_seconds: Math.round(elapsed_seconds) }),
      ...(row.seconds_remaining !== undefined && { seconds_remaining: Math.round(row.seconds_remaining) }),
      ...(token_usage !== undefined && { token_usage }),
      ...(budget !== undefined && { budget }),
      workspace: row.workspace,
      ...(runs && { so_far: await soFar(row), poll_after_ms: pollAfterMs }),
    };
    return { reply, results: [] };
  },
});
