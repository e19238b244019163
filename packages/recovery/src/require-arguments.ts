import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { RecoveryError } from "./recovery-error.ts";

/** @throws RecoveryError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new RecoveryError("INVALID_INPUT", message, options),
);
