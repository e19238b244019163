import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { DelegationProtocolError } from "./delegation-protocol-error.ts";

/** @throws DelegationProtocolError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new DelegationProtocolError("INVALID_INPUT", message, options),
);
