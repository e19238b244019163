import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { StatusModelError } from "./status-model-error.ts";

/** @throws StatusModelError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new StatusModelError("INVALID_INPUT", message, options),
);
