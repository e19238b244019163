import { z } from "zod";
import { RoundEvaluatorError } from "../round-evaluator-error.ts";
import {
  configurationProblems,
  coordinationOf,
  transformationPressures,
  type TransformationPressure,
} from "./configuration-problems.ts";

const settingsSchema = z.looseObject({
  subagent_types: z.array(z.coerce.string()),
  round_evaluator_refine: z.boolean().nullish(),
  round_evaluator_transformation_pressure: z.enum(transformationPressures).nullish(),
});

/** What of a configuration the stage goes by. */
export interface EvaluatorSettings {
  /** Whether the evaluator's team refines its answers. Default false: first answers, then the presenter. */
  readonly refine: boolean;
  /** Default `balanced`. */
  readonly transformationPressure: TransformationPressure;
  /** Other active types: what the parent can delegate to. */
  readonly delegateTypes: readonly string[];
}

/**
 * The settings of the stage, or undefined when `round_evaluator_before_checklist` is not switched on.
 *
 * @throws RoundEvaluatorError with the code of the constraint that is not met; with several, of the first,
 *   and the message names all.
 */
export function evaluatorSettings(configuration: unknown): EvaluatorSettings | undefined {
  const coordination = coordinationOf(configuration);
  if (coordination["round_evaluator_before_checklist"] !== true) return undefined;
  const [first, ...more] = configurationProblems(configuration);
  if (first !== undefined) throw all(first, more);
  const { subagent_types, round_evaluator_refine, round_evaluator_transformation_pressure } =
    settingsSchema.parse(coordination);
  return {
    refine: round_evaluator_refine ?? false,
    transformationPressure: round_evaluator_transformation_pressure ?? "balanced",
    delegateTypes: subagent_types.filter((type) => type.toLowerCase() !== "round_evaluator"),
  };
}

function all(first: RoundEvaluatorError, more: readonly RoundEvaluatorError[]): RoundEvaluatorError {
  if (more.length === 0) return first;
  const errors = [first, ...more];
  return new RoundEvaluatorError(first.code, errors.map(({ message }) => message).join("; "), {
    remedy: errors.map(({ remedy }) => remedy).join(" "),
    details: { codes: errors.map(({ code }) => code) },
  });
}
