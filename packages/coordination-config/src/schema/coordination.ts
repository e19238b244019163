import { runtimeModeSchema, sandboxModeSchema } from "@retinue/engine-contract";
import { timeoutConfigSchema } from "@retinue/status-model";
import { z } from "zod";
import { budgets } from "./budgets.ts";
import { inheritedCoordination } from "./inherited-settings.ts";
import { roundTimeoutsSchema } from "./round-timeouts.ts";
import { subagentOrchestratorSchema } from "./subagent-orchestrator.ts";

const off = (description: string) => z.boolean().default(false).meta({ description, examples: [true] });
const words = z.array(z.string().refine((word) => word.trim() !== "", "must hold text"));
const timeouts = timeoutConfigSchema.shape;

/** The keys of `orchestrator.coordination` that are about subagents. Any other passes through untouched. */
export const coordinationSchema = z
  .looseObject({
    enable_subagents: off("Agents may spawn subagents"),
    subagent_default_timeout: timeouts.subagent_default_timeout.meta({
      description: "Seconds a run gets when its task names none; above the maximum it raises the maximum",
      examples: [300],
    }),
    subagent_min_timeout: timeouts.subagent_min_timeout.meta({
      description: "Seconds; a shorter request is raised to this",
      examples: [60],
    }),
    subagent_max_timeout: timeouts.subagent_max_timeout.meta({
      description: "Seconds; a longer request is cut to this",
      examples: [600],
    }),
    subagent_wrap_up_seconds: z
      .number()
      .min(0)
      .nullish()
      .meta({
        description:
          "How long before its limit a team is told to finish with what it has; default a tenth of the limit, 5 to 60; 0: never",
        examples: [30],
      }),
    ...budgets,
    subagent_max_concurrent: z
      .number()
      .int()
      .min(1)
      .default(3)
      .meta({ description: "Runs at once, and tasks in one call", examples: [3] }),
    subagent_runtime_mode: runtimeModeSchema
      .optional()
      .meta({ description: "Where subagents run; default: isolated", examples: ["isolated"] }),
    subagent_runtime_fallback_mode: z
      .literal("inherited")
      .nullish()
      .meta({ description: "What isolated may fall back to; without it a launch fails", examples: ["inherited"] }),
    subagent_sandbox: sandboxModeSchema
      .optional()
      .meta({ description: "Whether runs on this machine are confined by the operating system; default: auto where they are isolated, off where they are inherited", examples: ["required"] }),
    subagent_sandbox_allow: z
      .strictObject({ hosts: words.optional(), readable: words.optional() })
      .nullish()
      .meta({
        description: "What confined runs reach beside what their programs are known to need: HOST:PORT, and files and directories (~ is the home)",
        examples: [{ hosts: ["registry.npmjs.org:443"], readable: ["~/.config/tool"] }],
      }),
    subagent_broker: z
      .union([z.boolean(), z.literal("auto")])
      .default("auto")
      .meta({ description: "Runs on this machine get their models by a broker that has the keys, and no key themselves; auto: where they are in a sandbox, and their team can be led there", examples: [true] }),
    subagent_broker_routes: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({
        description: "What they may ask there, as routes of @retinue/model-broker; default: what the team asks, with the keys of the environment",
        examples: [{ openai: { upstream: "https://api.openai.com", key_env: "OPENAI_API_KEY", models: ["gpt-5-mini"] } }],
      }),
    subagent_host_launch_prefix: words
      .nullish()
      .meta({ description: "Command that starts a program on the host", examples: [["ssh", "host"]] }),
    subagent_round_timeouts: roundTimeoutsSchema
      .nullish()
      .meta({ description: "Of the children; what is left out comes from timeout_settings", examples: [{ initial_round_timeout_seconds: 300 }] }),
    subagent_types: words
      .nullish()
      .meta({ description: "Profiles on offer; [] is none", examples: [["explorer", "evaluator"]] }),
    background_subagents: z
      .looseObject({
        enabled: z.boolean().default(true).meta({ description: "Whether results are brought in", examples: [true] }),
        injection_strategy: z
          .enum(["tool_result", "user_message"])
          .default("tool_result")
          .meta({ description: "How a finished result is brought in", examples: ["tool_result"] }),
      })
      .optional()
      .meta({ description: "Of a MassGen parent: how results of background runs are brought in", examples: [{ enabled: true, injection_strategy: "tool_result" }] }),
    subagent_orchestrator: subagentOrchestratorSchema
      .nullish()
      .meta({ description: "How the teams of subagents are made", examples: [{ enabled: true }] }),
    round_evaluator_before_checklist: off("An evaluator judges each round's answers, from round 2 on"),
    orchestrator_managed_round_evaluator: off("The orchestrator launches that evaluator, not the parent"),
    round_evaluator_skip_synthesis: off("The parent reads the critiques themselves"),
    round_evaluator_refine: off("The evaluator's team refines its critique"),
    round_evaluator_transformation_pressure: z
      .enum(["gentle", "balanced", "aggressive"])
      .default("balanced")
      .meta({ description: "How hard the evaluator looks for a larger change of thesis", examples: ["balanced"] }),
    enable_execution_trace_analyzer: off("A subagent analyses how a round was worked"),
    ...inheritedCoordination,
  })
  .meta({ description: "orchestrator.coordination, as far as it is about subagents", examples: [{ enable_subagents: true }] });
export type Coordination = z.output<typeof coordinationSchema>;
