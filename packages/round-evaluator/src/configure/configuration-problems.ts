import { RoundEvaluatorError, type RoundEvaluatorErrorCode } from "../round-evaluator-error.ts";

/** How hard the evaluator looks for a larger change of thesis. */
export const transformationPressures = ["gentle", "balanced", "aggressive"] as const;
export type TransformationPressure = (typeof transformationPressures)[number];

/**
 * The constraints of the stage that a configuration (a parsed MassGen YAML) does not meet, each as an
 * error of its own, in the order of the document; empty when it may start.
 */
export function configurationProblems(configuration: unknown): RoundEvaluatorError[] {
  const at = (...path: string[]) =>
    path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
      configuration,
    );
  const coordination = (...path: string[]) => at("orchestrator", "coordination", ...path);
  const parents = parentCount(at("agents"), at("agent"));
  const types = coordination("subagent_types");
  const refine = coordination("round_evaluator_refine");
  const pressure = coordination("round_evaluator_transformation_pressure");
  const rules: [broken: boolean, code: RoundEvaluatorErrorCode, message: string, remedy: string][] = [
    [
      parents !== 1,
      "NOT_ONE_PARENT",
      `the run has ${parents} parent agents, the round evaluator stage needs exactly one`,
      "Leave one entry in agents; further judges belong into subagent_orchestrator.agents.",
    ],
    [
      at("orchestrator", "voting_sensitivity") !== "checklist_gated",
      "NOT_CHECKLIST_GATED",
      `orchestrator.voting_sensitivity is ${shown(at("orchestrator", "voting_sensitivity"))}`,
      "Set orchestrator.voting_sensitivity: checklist_gated.",
    ],
    [
      coordination("enable_subagents") !== true,
      "SUBAGENTS_DISABLED",
      `coordination.enable_subagents is ${shown(coordination("enable_subagents"))}`,
      "Set coordination.enable_subagents: true.",
    ],
    [
      coordination("subagent_orchestrator", "enabled") !== true,
      "SUBAGENT_ORCHESTRATOR_DISABLED",
      `coordination.subagent_orchestrator.enabled is ${shown(coordination("subagent_orchestrator", "enabled"))}`,
      "Set coordination.subagent_orchestrator: {enabled: true, agents: [...]}.",
    ],
    [
      !Array.isArray(types) || !types.some((type) => String(type).toLowerCase() === "round_evaluator"),
      "TYPE_NOT_ACTIVE",
      `coordination.subagent_types is ${shown(types)}, without round_evaluator`,
      "Add round_evaluator to the list coordination.subagent_types.",
    ],
    [
      coordination("orchestrator_managed_round_evaluator") !== true,
      "NOT_ORCHESTRATOR_MANAGED",
      `coordination.orchestrator_managed_round_evaluator is ${shown(coordination("orchestrator_managed_round_evaluator"))}`,
      "Set coordination.orchestrator_managed_round_evaluator: true.",
    ],
    [
      refine != null && typeof refine !== "boolean",
      "INVALID_SETTING",
      `coordination.round_evaluator_refine is ${shown(refine)}`,
      "Set it to true or false, or leave it out.",
    ],
    [
      pressure != null && !transformationPressures.some((each) => each === pressure),
      "INVALID_SETTING",
      `coordination.round_evaluator_transformation_pressure is ${shown(pressure)}`,
      `Set it to one of ${transformationPressures.join(", ")}, or leave it out.`,
    ],
  ];
  return rules
    .filter(([broken]) => broken)
    .map(([, code, message, remedy]) => new RoundEvaluatorError(code, message, { remedy }));
}

function parentCount(agents: unknown, agent: unknown): number {
  if (Array.isArray(agents)) return agents.length;
  return typeof agent === "object" && agent !== null ? 1 : 0;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "not set";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
