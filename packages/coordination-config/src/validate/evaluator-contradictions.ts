import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { unmetEvaluatorConstraints } from "./evaluator-constraints.ts";
import { valueAt } from "./value-at.ts";

const at = ["orchestrator", "coordination"] as const;
const before = "round_evaluator_before_checklist";
const managed = "orchestrator_managed_round_evaluator";

/** The constraints of the evaluator's stage where it is switched on, and what goes with them. */
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

  for (const { code, at: path, rule, remedy } of unmetEvaluatorConstraints(document)) {
    // Said above, and of no agents at all by what holds for every configuration.
    const isSaid = code === "NOT_ONE_PARENT" && !Array.isArray(valueAt(document, ["agents"]));
    if (code !== "NOT_ORCHESTRATOR_MANAGED" && !isSaid) refuse(path, rule, remedy);
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
