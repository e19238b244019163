import { z } from "zod";
import { idSchema } from "../identify/id.ts";
import { budgetLimitsSchema } from "./budget-limits.ts";

/** What an agent talks to. Keys beyond `type` belong to the backend and are checked by it. */
export const backendConfigSchema = z
  .looseObject({
    type: z.string().min(1).describe("Kind of backend: command, openai, claude, claude_code, …"),
    model: z.string().min(1).optional(),
    cwd: z.string().min(1).describe("The agent's own workspace").optional(),
  })
  .describe("What an agent talks to");
export type BackendConfig = z.infer<typeof backendConfigSchema>;

export const agentConfigSchema = z.looseObject({
  id: idSchema,
  backend: backendConfigSchema,
  system_message: z.string().describe("Put before the agent's prompt").optional(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

export const contextPathSchema = z.looseObject({
  path: z.string().min(1),
  permission: z.enum(["read", "write"]).default("read").describe("Subagents only ever get read"),
});
export type ContextPath = z.infer<typeof contextPathSchema>;

export const finalAnswerStrategySchema = z
  .enum(["winner_reuse", "winner_present", "synthesize"])
  .describe(
    "winner_reuse: the winner's answer as it is; winner_present: the winner writes the final answer; " +
      "synthesize: the presenter writes it from everybody's answers",
  );
export type FinalAnswerStrategy = z.infer<typeof finalAnswerStrategySchema>;

const roundSeconds = z.number().positive().nullable().optional();

export const timeoutSettingsSchema = z.looseObject({
  wrap_up_seconds: z
    .number()
    .min(0)
    .describe(
      "How long before its deadline the team is told to finish with what it has; default a tenth of the time " +
        "there is, 5 to 60; 0: never",
    )
    .optional(),
  initial_round_timeout_seconds: roundSeconds.describe("Seconds for an agent's first answer"),
  subsequent_round_timeout_seconds: roundSeconds.describe("Seconds for each later round"),
  round_timeout_grace_seconds: z
    .number()
    .min(0)
    .optional()
    .describe("Seconds between asking to finish and stopping"),
});

export const orchestratorConfigSchema = z.looseObject({
  snapshot_storage: z.string().optional(),
  agent_temporary_workspace: z.string().optional(),
  context_paths: z.array(contextPathSchema).optional(),
  hidden_paths: z
    .array(z.string().regex(/^\//, "must be absolute"))
    .describe(
      "Absolute paths that no tool of the team may read, list or search though they lie beneath a context " +
        "path; a more specific context path shows what it covers all the same. What is an agent's own is not hidden",
    )
    .optional(),
  skills: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        description: z.string(),
        path: z.string().regex(/^\//, "must be absolute"),
      }),
    )
    .describe(
      "Skills that the agents are told of, each by the absolute path of its SKILL.md; they may read what lies beside it",
    )
    .optional(),
  shell: z
    .enum(["required", "optional"])
    .describe("The role needs to run commands: its agents get a shell where the run is in a sandbox")
    .optional(),
  coordination: z.looseObject({ enable_subagents: z.literal(false).optional() }).optional(),
  max_new_answers_per_agent: z.number().int().min(1).nullable().optional(),
  skip_voting: z.boolean().optional(),
  skip_final_presentation: z.boolean().optional(),
  disable_injection: z.boolean().optional(),
  defer_voting_until_all_answered: z.boolean().optional(),
  final_answer_strategy: finalAnswerStrategySchema.nullable().optional(),
});
export type OrchestratorConfig = z.infer<typeof orchestratorConfigSchema>;

/** The YAML that an engine is started with: one team and how it coordinates. */
export const childConfigSchema = z
  .looseObject({
    agents: z
      .array(agentConfigSchema)
      .min(1)
      .max(10)
      .refine(
        (agents) => new Set(agents.map(({ id }) => id)).size === agents.length,
        "agent ids must differ",
      ),
    orchestrator: orchestratorConfigSchema.default({}),
    timeout_settings: timeoutSettingsSchema.optional(),
    budget: budgetLimitsSchema.optional(),
  })
  .describe("The configuration of one run: a team of one to ten agents");
export type ChildConfig = z.infer<typeof childConfigSchema>;
