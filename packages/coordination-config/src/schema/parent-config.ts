import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";
import { coordinationSchema } from "./coordination.ts";
import { inheritedOrchestrator } from "./inherited-settings.ts";
import { roundTimeoutsSchema } from "./round-timeouts.ts";
import { parentAgentSchema } from "./team-agent.ts";

const path = z.string().min(1).meta({ description: "A file or directory", examples: ["docs"] });
const contextPathSchema = z
  .union([
    path,
    z.looseObject({
      path,
      permission: z
        .enum(["read", "write"])
        .nullish()
        .meta({ description: "Of the parent; subagents only read", examples: ["read"] }),
    }),
  ])
  .meta({ description: "A path, or an object with path and permission", examples: [{ path: "docs", permission: "read" }] });
const backendExample = { type: "openai", model: "gpt-5" };

/** A MassGen configuration, as far as it is about subagents, with a section of ours. */
export const parentConfigSchema = z
  .looseObject({
    agents: z
      .array(parentAgentSchema)
      .min(1)
      .optional()
      .meta({ description: "The parent's agents", examples: [[{ id: "lead", backend: backendExample }]] }),
    agent: parentAgentSchema
      .optional()
      .meta({ description: "The parent's only agent, instead of agents", examples: [{ id: "lead", backend: backendExample }] }),
    orchestrator: z
      .looseObject({
        coordination: coordinationSchema.nullish(),
        context_paths: z
          .array(contextPathSchema)
          .nullish()
          .meta({ description: "What the parent works on; subagents may read it", examples: [[{ path: "docs" }]] }),
        agent_temporary_workspace: z
          .string()
          .min(1)
          .nullish()
          .meta({ description: "Shared reference directory; subagents may read it", examples: ["temp_workspaces"] }),
        ...inheritedOrchestrator,
      })
      .nullish()
      .meta({ description: "How the parent coordinates", examples: [{ coordination: { enable_subagents: true } }] }),
    timeout_settings: roundTimeoutsSchema
      .nullish()
      .meta({ description: "Round limits of the parent; inherited by children", examples: [{ initial_round_timeout_seconds: 600 }] }),
    retinue: z
      .strictObject({
        engine: z
          .enum(["retinue-child", "massgen"])
          .optional()
          .meta({ description: "The program that runs the teams", examples: ["retinue-child"] }),
      })
      .optional()
      .meta({ description: "Ours: which program runs the teams", examples: [{ engine: "retinue-child" }] }),
  })
  .meta({ title: "MassGen or Retinue configuration", description: "Agents, and what their subagents may do" });
export type ParentConfig = z.output<typeof parentConfigSchema>;

/** The parent's agents, however they are written down. */
export function agentsOf(config: Pick<ParentConfig, "agents" | "agent">) {
  requireArguments("agentsOf", z.looseObject({}), config);
  const { agents, agent } = config;
  return agents ?? (agent === undefined ? [] : [agent]);
}
