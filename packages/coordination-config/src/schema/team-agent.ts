import { idSchema } from "@retinue/engine-contract";
import { z } from "zod";

const backendExample = { type: "openai", model: "gpt-5-mini" };
const modelSchema = z
  .string()
  .min(1)
  .nullish()
  .meta({ description: "Model of the backend", examples: ["gpt-5-mini"] });
const agentIdSchema = idSchema.meta({
  description: "An id: 1 to 63 letters, digits, _ or -, beginning with a letter or digit",
  examples: ["reviewer"],
});

/** What a child's agent talks to. What it leaves out comes from its parent's backend. */
const teamBackendSchema = z
  .looseObject({
    type: z
      .string()
      .min(1)
      .nullish()
      .meta({ description: "Kind of backend; the parent's when left out", examples: ["openai"] }),
    model: modelSchema,
  })
  .meta({ description: "What the agent talks to", examples: [backendExample] });

/** An agent of a child's team: as `subagent_agents` has it. */
export const teamAgentSchema = z
  .looseObject({
    id: agentIdSchema.optional(),
    backend: teamBackendSchema,
    system_message: z
      .string()
      .optional()
      .meta({ description: "Put before the agent's prompt", examples: ["You check numbers."] }),
  })
  .meta({
    description: "An agent of a child's team",
    examples: [{ id: "reviewer", backend: backendExample }],
  });

/** An agent of the shared team: without a backend it has its parent's. */
export const sharedAgentSchema = teamAgentSchema.extend({
  backend: teamBackendSchema
    .nullish()
    .meta({ description: "What the agent talks to; the parent's when left out", examples: [backendExample] }),
});
export type TeamAgent = z.input<typeof teamAgentSchema> | z.input<typeof sharedAgentSchema>;

/** One of the parent's own agents. */
export const parentAgentSchema = z
  .looseObject({
    id: agentIdSchema,
    backend: z
      .looseObject({
        type: z
          .string()
          .min(1)
          .meta({ description: "Kind of backend: command, openai, claude, claude_code, …", examples: ["openai"] }),
        model: modelSchema,
      })
      .meta({ description: "What the agent talks to", examples: [backendExample] }),
    system_message: z.string().nullish().meta({ description: "Put before the agent's prompt" }),
    subagent_agents: z
      .array(teamAgentSchema)
      .max(10)
      .nullish()
      .meta({
        description: "The team of this agent's subagents; its own backend when left out",
        examples: [[{ id: "helper", backend: backendExample }]],
      }),
  })
  .meta({ description: "One of the parent's own agents", examples: [{ id: "lead", backend: backendExample }] });
export type ParentAgent = z.input<typeof parentAgentSchema>;
