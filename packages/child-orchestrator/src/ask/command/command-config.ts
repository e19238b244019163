import type { AgentConfig } from "@retinue/engine-contract";
import { z } from "zod";
import { parseBackendConfig } from "../backend-config.ts";

/** The `backend` section of an agent that is a program. Keys of other backends are left alone. */
export const commandConfigSchema = z
  .looseObject({
    type: z.literal("command"),
    command: z
      .tuple([z.string().min(1)], z.string())
      .describe("Program and arguments; no shell is involved. It runs in the agent's own workspace"),
    env: z.record(z.string(), z.string()).describe("Added to the environment of the program").default({}),
  })
  .describe("An agent that is a program");
export type CommandConfig = z.infer<typeof commandConfigSchema>;

/** @throws ChildOrchestratorError INVALID_BACKEND naming every wrong key. */
export function parseCommandConfig(agent: AgentConfig): CommandConfig {
  const remedy = 'Give the program as a list of strings: command: ["node", "agent.mjs"].';
  return parseBackendConfig(commandConfigSchema, agent, remedy);
}
