import { valueAt } from "./value-at.ts";

const coordination = ["orchestrator", "coordination"] as const;
const before = "round_evaluator_before_checklist";
const managed = "orchestrator_managed_round_evaluator";

/** A constraint of the evaluator's stage that a configuration does not meet. */
export interface EvaluatorConstraint {
  readonly code:
    | "NOT_ONE_PARENT"
    | "NOT_CHECKLIST_GATED"
    | "SUBAGENTS_DISABLED"
    | "SUBAGENT_ORCHESTRATOR_DISABLED"
    | "TYPE_NOT_ACTIVE"
    | "NOT_ORCHESTRATOR_MANAGED";
  readonly at: readonly string[];
  readonly found: unknown;
  readonly rule: string;
  readonly remedy: string;
}

/**
 * "Validation constraints for this mode" of the module document: those that a parsed configuration does not
 * meet, in the document's order, whether or not the stage is switched on.
 */
export function unmetEvaluatorConstraints(configuration: unknown): EvaluatorConstraint[] {
  const unmet: EvaluatorConstraint[] = [];
  const refuse = (code: EvaluatorConstraint["code"], at: readonly string[], rule: string, remedy: string) =>
    unmet.push({ code, at, found: valueAt(configuration, at), rule, remedy });

  const parents = parentCount(valueAt(configuration, ["agents"]), valueAt(configuration, ["agent"]));
  if (parents !== 1) {
    const rule = `${before} needs exactly one parent agent, there are ${parents}`;
    refuse("NOT_ONE_PARENT", ["agents"], rule, `Keep one agent, or remove ${before}.`);
  }
  const sensitivity = ["orchestrator", "voting_sensitivity"];
  if (valueAt(configuration, sensitivity) !== "checklist_gated") {
    const remedy = "Set orchestrator.voting_sensitivity: checklist_gated.";
    refuse("NOT_CHECKLIST_GATED", sensitivity, `must be checklist_gated with ${before}`, remedy);
  }
  const subagents = [...coordination, "enable_subagents"];
  if (valueAt(configuration, subagents) !== true) {
    refuse("SUBAGENTS_DISABLED", subagents, `must be true with ${before}`, "Set enable_subagents: true.");
  }
  const orchestrator = [...coordination, "subagent_orchestrator", "enabled"];
  if (valueAt(configuration, orchestrator) !== true) {
    const remedy = "Set subagent_orchestrator: {enabled: true, …}.";
    refuse("SUBAGENT_ORCHESTRATOR_DISABLED", orchestrator, `must be true with ${before}`, remedy);
  }
  const active = [...coordination, "subagent_types"];
  const types = valueAt(configuration, active);
  if (!Array.isArray(types) || !types.some((type) => String(type).toLowerCase() === "round_evaluator")) {
    const remedy = "Add round_evaluator to subagent_types.";
    refuse("TYPE_NOT_ACTIVE", active, `must list round_evaluator with ${before}`, remedy);
  }
  if (valueAt(configuration, [...coordination, managed]) !== true) {
    const remedy = `Set both to true, or remove ${before}.`;
    refuse("NOT_ORCHESTRATOR_MANAGED", [...coordination, managed], `must be true with ${before}`, remedy);
  }
  return unmet;
}

function parentCount(agents: unknown, agent: unknown): number {
  if (Array.isArray(agents)) return agents.length;
  return typeof agent === "object" && agent !== null ? 1 : 0;
}
