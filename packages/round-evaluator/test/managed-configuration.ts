/** A member of the shared pool. */
type Judge = { readonly id: string; readonly backend: { readonly type: string; readonly command: string[] } };

/** A configuration in which the stage is due: MassGen's YAML, parsed. */
export function managedConfiguration(coordination: object = {}) {
  return {
    agents: [{ id: "lead", backend: { type: "command", command: ["true"] } }],
    orchestrator: {
      voting_sensitivity: "checklist_gated",
      coordination: {
        enable_subagents: true,
        round_evaluator_before_checklist: true,
        orchestrator_managed_round_evaluator: true,
        subagent_types: ["round_evaluator", "explorer"],
        subagent_orchestrator: { enabled: true, agents: [] as Judge[] },
        ...coordination,
      },
    },
  };
}
