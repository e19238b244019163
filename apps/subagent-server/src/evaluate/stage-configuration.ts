import type { SubagentManagerOptions } from "@retinue/runtime";

/**
 * The configuration of the evaluator's stage where the server manages it: who starts the server with --evaluate-rounds on
 * has switched on what MassGen's parents switch on one by one. Which types there are, and how the evaluator works,
 * remains the configuration's.
 */
export function stageConfiguration({ coordination = {}, parentAgentId }: SubagentManagerOptions): unknown {
  return {
    agents: [{ id: parentAgentId }],
    orchestrator: {
      voting_sensitivity: "checklist_gated",
      coordination: {
        ...coordination,
        enable_subagents: true,
        round_evaluator_before_checklist: true,
        orchestrator_managed_round_evaluator: true,
        subagent_orchestrator: { ...coordination.subagent_orchestrator, enabled: true },
      },
    },
  };
}
