import type { SubagentListEntry } from "@retinue/runtime";
import { budgetText, limitedText, type Budget, type TokenUsage } from "@retinue/status-model";
import { z } from "zod";

const taskCharacters = 60;

/** What a list says of one subagent, without its answer. */
export const subagentLineSchema = z.object({
  status: z.string().describe("running (also while queued), cancelled, or the status of the result"),
  task: z.string().describe("How it begins"),
  age_seconds: z.number().int().nullable().describe("Since its last start"),
  tokens: z.number().int().describe("In and out; absent when unknown").optional(),
  cost_usd: z.number().describe("Absent when unknown").optional(),
  budget: z.string().describe("What is spent of it; absent where it has none").optional(),
  workspace: z.string(),
  progress: z.string().describe("While it runs: phase and percentage").optional(),
  seconds_remaining: z.number().int().describe("While it runs").optional(),
  session_id: z.string().optional(),
  source_agent: z.string().describe("The agent that it belongs to, when that is another one").optional(),
});
export type SubagentLine = z.infer<typeof subagentLineSchema>;

/** One line. */
export function subagentLine(entry: SubagentListEntry): SubagentLine {
  const { status, task, workspace, progress, seconds_remaining, session_id, source_agent } = entry;
  const age = (Date.now() - startOf(entry)) / 1000;
  return {
    status,
    task:
      task.length > taskCharacters ? `${limitedText(task.slice(0, taskCharacters), taskCharacters)}…` : task,
    age_seconds: Number.isFinite(age) ? Math.max(0, Math.round(age)) : null,
    ...used(progress?.token_usage ?? entry.token_usage ?? {}),
    ...spent(progress?.budget ?? entry.budget),
    workspace,
    ...(progress !== undefined && { progress: standing(progress) }),
    ...(seconds_remaining !== undefined && { seconds_remaining: Math.round(seconds_remaining) }),
    ...(session_id !== null && { session_id }),
    ...(source_agent !== null && !entry.continuable && status !== "running" && { source_agent }),
  };
}

/** When its last run was started, in ms; NaN where that is not known. */
export function startOf({ last_continued_at, started_at, created_at }: SubagentListEntry): number {
  return Date.parse(last_continued_at ?? started_at ?? created_at);
}

function standing({
  phase,
  status,
  completion_percentage,
}: NonNullable<SubagentListEntry["progress"]>): string {
  const percentage = completion_percentage === undefined ? "" : ` ${Math.round(completion_percentage)}%`;
  return `${phase ?? status}${percentage}`;
}

function used({ input_tokens, output_tokens, estimated_cost }: TokenUsage) {
  const tokens = (input_tokens ?? 0) + (output_tokens ?? 0);
  return {
    ...((input_tokens !== undefined || output_tokens !== undefined) && { tokens }),
    ...(estimated_cost !== undefined && { cost_usd: Number(estimated_cost.toFixed(4)) }),
  };
}

/** Of one without limits there is nothing to say. */
function spent(budget: Budget | undefined) {
  const text = budget === undefined ? "" : budgetText(budget);
  return text === "" ? {} : { budget: text };
}
