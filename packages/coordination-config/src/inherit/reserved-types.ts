import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";
import type { InheritedSettings } from "../schema/inherited.ts";

const settingsSchema = z.looseObject({});

/**
 * The types that a model may not spawn: with `orchestrator_managed_round_evaluator` the launch of `round_evaluator`
 * is the orchestrator's.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function reservedTypes(coordination: InheritedSettings): string[] {
  requireArguments("reservedTypes", settingsSchema, coordination);
  return coordination["orchestrator_managed_round_evaluator"] === true ? ["round_evaluator"] : [];
}
