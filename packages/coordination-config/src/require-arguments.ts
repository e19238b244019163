import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { CoordinationConfigError } from "./coordination-config-error.ts";

/** @throws CoordinationConfigError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new CoordinationConfigError("INVALID_INPUT", message, options),
);
