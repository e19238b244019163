import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { valueAt } from "./value-at.ts";

const at = ["orchestrator", "coordination"] as const;
const before = "round_evaluator_before_checklist";
const managed = "orchestrator_managed_round_evaluator";

/** "Validation constraints for this mode" of the module document, and what goes with them. */
export function evaluatorContradictions(document: unknown): UnplacedProblem[] {
  const isOn = (key: string) => valueAt(document, [...at, key]) === true;
  const problems: UnplacedProblem[] = [];
  const refuse = (path: readonly string[], rule: string, remedy: string) =>
    problems.push({ at: path, found: foundText(valueAt(document, path)), rule, remedy });

  if (isOn(before) !== isOn(managed)) {
    const [on, off] = isOn(before) ? [before, managed] : [managed, before];
    refuse([...at, on], `needs ${off}: true as well`, `Set both to true, or remove ${on}.`);
  }
  for (const key of ["round_evaluator_refine", "enable_execution_trace_analyzer"]) {
    if (isOn(key) && !isOn(managed)) {
      refuse(
        [...at, key],
        `has a meaning only with ${managed}: true`,
        `Remove ${key}, or turn the round evaluator on.`,
      );
    }
  }
  if (!isOn(before)) return problems;

  const agents = valueAt(document, ["agents"]);
  if (Array.isArray(agents) && agents.length !== 1) {
    refuse(
      ["agents"],
      `${before} needs exactly one parent agent, there are ${agents.length}`,
      `Keep one agent, or remove ${before}.`,
    );
  }
  if (valueAt(document, ["orchestrator", "voting_sensitivity"]) !== "checklist_gated") {
    refuse(
      ["orchestrator", "voting_sensitivity"],
      `must be checklist_gated with ${before}`,
      "Set orchestrator.voting_sensitivity: checklist_gated.",
    );
  }
  if (!isOn("enable_subagents")) {
    refuse([...at, "enable_subagents"], `must be true with ${before}`, "Set enable_subagents: true.");
  }
  if (valueAt(document, [...at, "subagent_orchestrator", "enabled"]) !== true) {
    refuse(
      [...at, "subagent_orchestrator", "enabled"],
      `must be true with ${before}`,
      "Set subagent_orchestrator: {enabled: true, …}.",
    );
  }
  const types = valueAt(document, [...at, "subagent_types"]);
  if (!Array.isArray(types) || !types.includes("round_evaluator")) {
    refuse(
      [...at, "subagent_types"],
      `must list round_evaluator with ${before}`,
      "Add round_evaluator to subagent_types.",
    );
  }
  if (isOn("round_evaluator_skip_synthesis")) {
    refuse(
      [...at, "round_evaluator_skip_synthesis"],
      `does not go with ${before}, which works with the synthesised packet`,
      "Remove round_evaluator_skip_synthesis.",
    );
  }
  return problems;
}
