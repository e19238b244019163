import type { OrchestratorStatus } from "../parse/orchestrator-status.ts";
import type { TokenUsage } from "../result/subagent-result.ts";

/**
 * Tokens and cost of a run from its status; `{}` without a usable `costs` section.
 * Requirement "Token Usage Preservation".
 */
export function tokenUsage(status: OrchestratorStatus | undefined): TokenUsage {
  const { total_input_tokens, total_output_tokens, total_estimated_cost } = status?.costs ?? {};
  return {
    ...(total_input_tokens !== undefined && { input_tokens: total_input_tokens }),
    ...(total_output_tokens !== undefined && { output_tokens: total_output_tokens }),
    ...(total_estimated_cost !== undefined && { estimated_cost: total_estimated_cost }),
  };
}
