import { argumentGuard, type ArgumentGuard } from "@retinue/errors";
import { ChildOrchestratorError } from "./child-orchestrator-error.ts";

/** @throws ChildOrchestratorError INVALID_INPUT naming the function and what is wrong. */
export const requireArguments: ArgumentGuard = argumentGuard(
  (message, options) => new ChildOrchestratorError("INVALID_INPUT", message, options),
);
