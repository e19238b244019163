import type { SpawnedSubagent } from "@retinue/runtime";
import { subagentResultSchema } from "@retinue/status-model";
import { z } from "zod";
import type { ReplyBudget } from "./reply-budget.ts";

/** A run that goes on in the background. */
export const startedSubagentSchema = z.object({
  subagent_id: z.string(),
  status: z.literal("running"),
  workspace: z.string().describe("Absolute path; the subagent's files appear here"),
  status_file: z.string().describe("Absolute path of the status.json that its engine will write"),
  subagent_type: z.string().optional(),
  timeout_seconds: z.number().describe("The limit in force, after clamping"),
  warning: z.string().optional(),
  needs: subagentResultSchema.shape.needs,
});
export type StartedSubagent = z.infer<typeof startedSubagentSchema>;

/** What is known of a run the moment it was accepted. */
export function startedSubagent(spawned: SpawnedSubagent, subagentType?: string): StartedSubagent {
  return {
    subagent_id: spawned.subagentId,
    status: "running",
    workspace: spawned.workspace,
    status_file: spawned.statusFile,
    ...(subagentType !== undefined && { subagent_type: subagentType }),
    timeout_seconds: spawned.timeoutSeconds,
    ...(spawned.needs !== undefined && { needs: spawned.needs }),
    ...(spawned.warning !== undefined && { warning: spawned.warning }),
  };
}

const backgroundNote =
  "Running in the background: go on with your own work. Each result comes once, as finished_since_last_call with a later " +
  "call of any tool; do not poll.";

/** For a model that has the tools for jobs. */
const waitNote = " With nothing else to do call wait_for_background_tool.";

/** What a call that does not wait answers, whichever tool it was. */
export function backgroundReply<Operation extends string>(
  operation: Operation,
  subagents: StartedSubagent[],
  { nextPart }: Pick<ReplyBudget, "nextPart">,
) {
  const note = nextPart === undefined ? backgroundNote : `${backgroundNote}${waitNote}`;
  return { success: true, operation, mode: "background" as const, subagents, note };
}
