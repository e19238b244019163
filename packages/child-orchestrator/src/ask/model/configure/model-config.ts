import { namedKeyVariable, type AgentConfig } from "@retinue/engine-contract";
import { z } from "zod";
import { parseBackendConfig, settingsWithoutEffect } from "../../backend-config.ts";

const tokens = z.number().int().min(1).nullish();
const seconds = z.number().positive().nullish();
const effort = z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

/** The `backend` section of an agent that is a model. */
const modelConfigSchema = z.looseObject({
  type: z.string(),
  model: z.string().min(1),
  base_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .describe("Server; default: the vendor's"),
  api_key: z
    .string()
    .refine((key) => namedKeyVariable({ api_key: key }) !== undefined, {
      message: 'it names the variable that holds the key: "${OPENAI_API_KEY}"; a key itself is not taken',
    })
    .nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  top_k: z.number().nullish(),
  max_tokens: tokens,
  max_output_tokens: tokens,
  max_completion_tokens: tokens,
  presence_penalty: z.number().nullish(),
  frequency_penalty: z.number().nullish(),
  seed: z.number().int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  reasoning_effort: effort.nullish(),
  reasoning: z
    .looseObject({ effort: effort.nullish(), summary: z.string().nullish() })
    .describe("As OpenAI has it")
    .nullish(),
  thinking: z
    .looseObject({ type: z.enum(["enabled", "disabled", "adaptive"]), budget_tokens: tokens })
    .describe("As Anthropic has it")
    .nullish(),
  thinking_config: z
    .looseObject({
      thinking_budget: z.number().nullish(),
      thinking_level: z.string().nullish(),
      include_thoughts: z.boolean().nullish(),
    })
    .describe("As Google has it")
    .nullish(),
  text: z.looseObject({ verbosity: z.enum(["low", "medium", "high"]).nullish() }).nullish(),
  verbosity: z.enum(["low", "medium", "high"]).nullish(),
  service_tier: z.string().nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  store: z.boolean().nullish(),
  user: z.string().nullish(),
  extra_body: z
    .record(z.string(), z.json())
    .describe("chatcompletion: put into the request as it is")
    .nullish(),
  enable_web_search: z.boolean().describe("Whether it may search the web").nullish(),
  max_retries: z
    .number()
    .int()
    .min(0)
    .max(20)
    .describe("Further tries of a request that failed; 5")
    .nullish(),
  stall_timeout_seconds: seconds.describe("Seconds without a sign of the model until it is given up; 180"),
});
export type ModelConfig = z.infer<typeof modelConfigSchema>;

/** @throws ChildOrchestratorError INVALID_BACKEND naming every wrong key. */
export function parseModelConfig(agent: AgentConfig): ModelConfig {
  return parseBackendConfig(
    modelConfigSchema,
    agent,
    "Correct what is named. A model's name is always needed.",
  );
}

/** Settings that are switched on and that no model API of ours knows. */
export function idleModelSettings(config: ModelConfig): string[] {
  return settingsWithoutEffect(config, modelConfigSchema);
}
