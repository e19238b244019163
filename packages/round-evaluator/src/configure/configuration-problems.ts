import { unmetEvaluatorConstraints } from "@retinue/coordination-config";
import { z } from "zod";
import { RoundEvaluatorError } from "../round-evaluator-error.ts";

/** How hard the evaluator looks for a larger change of thesis. */
export const transformationPressures = ["gentle", "balanced", "aggressive"] as const;
export type TransformationPressure = (typeof transformationPressures)[number];

/**
 * What keeps the stage from starting with a configuration (a parsed MassGen YAML), each as an error of its own:
 * the constraints first, in the order of the document; empty when it may start.
 */
export function configurationProblems(configuration: unknown): RoundEvaluatorError[] {
  const problems = unmetEvaluatorConstraints(configuration).map(({ code, at, found, rule, remedy }) => {
    // The agents themselves are long, and may hold keys.
    const message = code === "NOT_ONE_PARENT" ? rule : `${at.join(".")} is ${shown(found)}: it ${rule}`;
    return new RoundEvaluatorError(code, message, { remedy });
  });
  const { round_evaluator_refine: refine, round_evaluator_transformation_pressure: pressure } =
    coordinationOf(configuration);
  if (refine != null && typeof refine !== "boolean") {
    problems.push(
      invalidSetting("round_evaluator_refine", refine, "Set it to true or false, or leave it out."),
    );
  }
  if (pressure != null && !transformationPressures.some((each) => each === pressure)) {
    const remedy = `Set it to one of ${transformationPressures.join(", ")}, or leave it out.`;
    problems.push(invalidSetting("round_evaluator_transformation_pressure", pressure, remedy));
  }
  return problems;
}

const configurationSchema = z.looseObject({
  orchestrator: z.looseObject({ coordination: z.record(z.string(), z.unknown()) }),
});

/** The section that the settings of the stage stand in; empty when there is none. */
export function coordinationOf(configuration: unknown): Readonly<Record<string, unknown>> {
  const parsed = configurationSchema.safeParse(configuration);
  return parsed.success ? parsed.data.orchestrator.coordination : {};
}

function invalidSetting(key: string, value: unknown, remedy: string): RoundEvaluatorError {
  return new RoundEvaluatorError("INVALID_SETTING", `coordination.${key} is ${shown(value)}`, { remedy });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "not set";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
