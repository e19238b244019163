import { acpAgentOf, acpAgents, backendVariables, type AgentConfig } from "@retinue/engine-contract";
import { basename } from "node:path";
import { z } from "zod";
import { parseBackendConfig, settingsWithoutEffect } from "../backend-config.ts";
import { cliAgentConfigSchema } from "../cli-agent/cli-agent-config.ts";

const names = Object.keys(acpAgents) as [keyof typeof acpAgents, ...(keyof typeof acpAgents)[]];
const texts = z.record(z.string(), z.string()).default({});

const mcpServerSchema = z
  .object({ name: z.string().min(1), type: z.enum(["stdio", "http", "streamable-http", "sse"]).optional() })
  .and(
    z.union([
      z.object({
        command: z.string().min(1),
        args: z.array(z.string()).default([]),
        env: texts,
      }),
      z.object({ url: z.url({ protocol: /^https?$/ }), headers: texts }),
    ]),
  );
export type McpServerConfig = z.infer<typeof mcpServerSchema>;

const configSchema = cliAgentConfigSchema.extend({
  agent: z.enum(names).describe("A ready-made agent, by its program's name").optional(),
  command: z
    .tuple([z.string().min(1)], z.string())
    .describe("Any program that speaks the Agent Client Protocol on its stdin and stdout; no shell")
    .optional(),
  mode: z.string().min(1).describe("The session's mode, by the agent's own id for it").optional(),
  mcp_servers: z
    .array(mcpServerSchema)
    .describe(
      "Tool servers that the agent connects to, as MassGen writes them; their tools need no permission",
    )
    .default([]),
});
export type AcpConfig = z.infer<typeof configSchema>;

const oneOfThem = configSchema.refine(
  ({ agent, command }) => (agent === undefined) !== (command === undefined),
  { path: ["agent"], message: `name one of ${names.join(", ")}, or give a command; not both` },
);

/** How a backend's agent is called in messages, how it is begun, and what is set without an effect. */
export interface AcpSettings {
  readonly config: AcpConfig;
  readonly name: keyof typeof acpAgents | undefined;
  readonly program: string;
  readonly command: readonly [string, ...string[]];
  readonly install: string;
  readonly logIn: string;
  readonly remarks: readonly string[];
}

/** @throws ChildOrchestratorError INVALID_BACKEND */
export function parseAcpConfig(agent: AgentConfig): AcpSettings {
  const config = parseBackendConfig(oneOfThem, agent, "Correct the keys that are named.");
  const name = acpAgentOf(config);
  const ready = name && acpAgents[name];
  const command = ready === undefined ? config.command : ([ready.program, ...ready.args] as const);
  if (command === undefined) throw new Error("an agent or a command is there: the schema has seen to it");
  const idle = settingsWithoutEffect(config, configSchema);
  if (ready === undefined)
    idle.push(...(["base_url", "api_key"] as const).filter((key) => config[key] !== undefined));
  const program = basename(command[0]);
  return {
    config,
    name,
    program,
    command,
    install: ready?.install ?? `install it, or give its whole path in command`,
    logIn: ready?.logIn ?? "log in with the program itself",
    remarks: idle.length === 0 ? [] : [`without effect on ${program}: ${idle.join(", ")}`],
  };
}

/** The key that the backend names, or that its agent takes; undefined when none is set. */
export function acpKey(config: AcpConfig, environment: Readonly<Record<string, string>>): string | undefined {
  const values = backendVariables(config).keys.map((name) => environment[name]?.trim());
  return values.find((value) => value !== undefined && value !== "");
}
