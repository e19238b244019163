import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { SubagentProfilesError } from "./subagent-profiles-error.ts";

/** @throws SubagentProfilesError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new SubagentProfilesError("INVALID_INPUT", message, options),
);
