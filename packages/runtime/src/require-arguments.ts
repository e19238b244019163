import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { RuntimeError } from "./contract/runtime-error.ts";

/** @throws RuntimeError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new RuntimeError("INVALID_INPUT", message, options),
);
