import { backendVariables, namedKeyVariable } from "@retinue/engine-contract";
import { z } from "zod";

/** What every command-line agent takes, by MassGen's names. */
export const cliAgentConfigSchema = z.looseObject({
  type: z.string(),
  model: z.string().min(1).describe("As the program names it; left out: its own default").optional(),
  base_url: z
    .url({ protocol: /^https?$/ })
    .describe("Another server that speaks the vendor's API")
    .optional(),
  api_key: z
    .string()
    .refine((key) => namedKeyVariable({ api_key: key }) !== undefined, {
      message: 'it names the variable that holds the key: "${MY_KEY}"; a key itself is not taken',
    })
    .optional(),
  env: z.record(z.string(), z.string()).describe("Added to the environment of the program").default({}),
  enable_web_search: z.boolean().describe("Whether it may search the web").default(false),
});
export type CliAgentConfig = z.infer<typeof cliAgentConfigSchema>;

/** `reasoning.effort`, where the program takes one. */
export const reasoningSchema = z
  .looseObject({ effort: z.string().min(1).optional() })
  .describe("How much the model thinks")
  .default({});

/** The key that the backend names, or its type: the first one that is set. */
export function keyOf(
  config: Pick<CliAgentConfig, "type" | "api_key">,
  environment: Readonly<Record<string, string>>,
): string | undefined {
  const values = backendVariables(config).keys.map((name) => environment[name]?.trim());
  return values.find((value) => value !== undefined && value !== "");
}
