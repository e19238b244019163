import { z } from "zod";
import { budgets } from "./budgets.ts";
import { coordinationSchema } from "./coordination.ts";
import { inheritedCoordination, inheritedOrchestrator } from "./inherited-settings.ts";
import { roundTimeoutsSchema } from "./round-timeouts.ts";
import { subagentOrchestratorSchema } from "./subagent-orchestrator.ts";

const { shape } = coordinationSchema;

/**
 * What a parent hands over to its subagent server: a file of its own in MassGen, made of
 * `orchestrator.coordination`, `orchestrator` and `timeout_settings`. Nothing is filled in here;
 * keys that no rule refers to pass through.
 */
export const inheritedSchema = z
  .looseObject({
    subagent_default_timeout: shape.subagent_default_timeout.unwrap().optional(),
    subagent_min_timeout: shape.subagent_min_timeout.unwrap().optional(),
    subagent_max_timeout: shape.subagent_max_timeout.unwrap().optional(),
    ...budgets,
    subagent_wrap_up_seconds: shape.subagent_wrap_up_seconds,
    subagent_max_concurrent: shape.subagent_max_concurrent.unwrap().optional(),
    subagent_runtime_mode: shape.subagent_runtime_mode,
    subagent_runtime_fallback_mode: shape.subagent_runtime_fallback_mode,
    subagent_sandbox: shape.subagent_sandbox,
    subagent_sandbox_allow: shape.subagent_sandbox_allow,
    subagent_broker: shape.subagent_broker.unwrap().optional(),
    subagent_broker_routes: shape.subagent_broker_routes,
    subagent_host_launch_prefix: shape.subagent_host_launch_prefix,
    subagent_types: shape.subagent_types,
    subagent_orchestrator: subagentOrchestratorSchema.nullish(),
    subagent_round_timeouts: roundTimeoutsSchema.nullish().describe("The child's own; win over the parent's"),
    parent_round_timeouts: roundTimeoutsSchema.nullish(),
    round_evaluator_skip_synthesis: z.boolean().nullish(),
    ...inheritedCoordination,
    ...inheritedOrchestrator,
  })
  .describe("What a parent hands over of its settings to its subagent server");
export type InheritedSettingsInput = z.input<typeof inheritedSchema>;
export type InheritedSettings = z.output<typeof inheritedSchema>;
