import { z } from "zod";
import { phaseSchema, type OrchestratorStatus } from "../parse/orchestrator-status.ts";
import { budgetSchema, type Budget, type BudgetLimits } from "../result/budget.ts";
import {
  resultStatusSchema,
  tokenUsageSchema,
  type SubagentResult,
  type TokenUsage,
} from "../result/subagent-result.ts";
import { budgetOf } from "./budget-of.ts";
import { tokenUsage } from "./token-usage.ts";
import { deriveStatus } from "./derive-status.ts";
import { requireArguments } from "../require-arguments.ts";

/** The view that models and people get: a few fields out of a rich file. */
export const simplifiedStatusSchema = z.object({
  subagent_id: z.string(),
  status: z.enum(["pending", "running", "failed", ...resultStatusSchema.exclude(["error"]).options]),
  waiting_for: z.string().describe("What a pending run waits for, in words").optional(),
  phase: phaseSchema.optional(),
  completion_percentage: z.number().min(0).max(100).optional(),
  token_usage: tokenUsageSchema.optional(),
  budget: budgetSchema.describe("Of a run that has one").optional(),
  elapsed_seconds: z.number().min(0).optional(),
  task: z.string().optional(),
  workspace: z.string().optional(),
  started_at: z.string().describe("ISO 8601").optional(),
});
export type SimplifiedStatus = z.infer<typeof simplifiedStatusSchema>;

export interface SimplifyStatusInput {
  readonly subagentId: string;
  readonly status?: OrchestratorStatus | undefined;
  readonly result?:
    | Pick<SubagentResult, "status" | "execution_time_seconds" | "token_usage" | "budget">
    | undefined;
  readonly error?: string | undefined;
  /** What it may spend, by its engine's counts. */
  readonly budget?: BudgetLimits | undefined;
  /** What it has spent by the count of a broker, whose word counts. */
  readonly counted?: TokenUsage | undefined;
  /** Said while the run is pending. */
  readonly waitingFor?: string | undefined;
  readonly task?: string | undefined;
  readonly workspace?: string | undefined;
  /** ISO 8601. */
  readonly startedAt?: string | undefined;
}

const section = z.looseObject({});
const inputSchema = z.looseObject({
  subagentId: z.string(),
  status: section.extend({ meta: section, coordination: section }).optional(),
});

/**
 * The simplified view of a run: requirements "Simplified Status View for Models" and "Handle
 * Missing Status File". Without a status file it is answered from what the caller remembers.
 *
 * @throws StatusModelError INVALID_INPUT.
 */
export function simplifyStatus(input: SimplifyStatusInput): SimplifiedStatus {
  requireArguments("simplifyStatus", inputSchema, input);
  const { subagentId, status, result } = input;
  const { phase, completion_percentage } = status?.coordination ?? {};
  const elapsed = result?.execution_time_seconds ?? status?.meta.elapsed_seconds;
  const derived = deriveStatus(input);
  const known = status !== undefined || result !== undefined;
  const budget = result?.budget ?? budgetSoFar(input);
  return {
    subagent_id: subagentId,
    status: derived,
    ...(derived === "pending" && input.waitingFor !== undefined && { waiting_for: input.waitingFor }),
    ...(phase !== undefined && { phase }),
    ...(completion_percentage !== undefined && { completion_percentage }),
    ...(known && { token_usage: result?.token_usage ?? tokenUsage(status) }),
    ...(budget !== undefined && { budget }),
    ...(elapsed !== undefined && { elapsed_seconds: elapsed }),
    ...(input.task !== undefined && { task: input.task }),
    ...(input.workspace !== undefined && { workspace: input.workspace }),
    ...(input.startedAt !== undefined && { started_at: input.startedAt }),
  };
}

function budgetSoFar({ budget: limits, counted, status }: SimplifyStatusInput): Budget | undefined {
  if (counted !== undefined) return budgetOf(limits ?? {}, counted, "broker", tokenUsage(status));
  return limits && budgetOf(limits, tokenUsage(status), "engine");
}
