import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { RoundEvaluatorError } from "./round-evaluator-error.ts";

/** @throws RoundEvaluatorError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new RoundEvaluatorError("INVALID_INPUT", message, options),
);
