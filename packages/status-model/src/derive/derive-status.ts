import { z } from "zod";
import type { OrchestratorStatus } from "../parse/orchestrator-status.ts";
import type { ResultStatus, SubagentResult } from "../result/subagent-result.ts";
import { requireArguments } from "../require-arguments.ts";

/** What a reader is told about a subagent: where it stands, or how it came back. */
export type DerivedStatus = "pending" | "running" | "failed" | Exclude<ResultStatus, "error">;

export interface DeriveStatusInput {
  /** Absent while the engine has not written its status.json. */
  readonly status?: OrchestratorStatus | undefined;
  /** Once there is a result, its status rules. */
  readonly result?: Pick<SubagentResult, "status"> | undefined;
  /** Why the run failed, when it is known to have failed and there is no result yet. */
  readonly error?: string | undefined;
}

const inputSchema = z.looseObject({
  status: z.looseObject({ agents: z.instanceof(Map), results: z.looseObject({}) }).optional(),
  result: z.looseObject({}).optional(),
});

/** Requirement "Simplified Status View for Models", scenario "Derive status from coordination phase". @throws StatusModelError INVALID_INPUT. */
export function deriveStatus(input: DeriveStatusInput): DerivedStatus {
  requireArguments("deriveStatus", inputSchema, input);
  const { status, result, error } = input;
  if (result !== undefined) return result.status === "error" ? "failed" : result.status;
  if (error !== undefined) return "failed";
  if (status === undefined) return "pending";
  return everyAgentFailed(status) ? "failed" : "running";
}

/** One agent's error is not the run's: the others go on. */
function everyAgentFailed({ agents, results }: OrchestratorStatus): boolean {
  if (agents.size === 0 || typeof results.winner === "string") return false;
  return [...agents.values()].every(
    // Engines write an object with type and message; a string serves as well.
    ({ error, answer_count = 0 }) => error !== undefined && error !== null && answer_count === 0,
  );
}
