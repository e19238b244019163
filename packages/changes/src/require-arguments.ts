import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { ChangesError } from "./changes-error.ts";

/** @throws ChangesError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new ChangesError("INVALID_INPUT", message, options),
);
