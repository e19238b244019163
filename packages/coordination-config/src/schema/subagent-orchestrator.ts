import { finalAnswerStrategySchema } from "@retinue/engine-contract";
import { z } from "zod";
import { sharedAgentSchema } from "./team-agent.ts";

const typeName = z
  .string()
  .trim()
  .min(1)
  .meta({ description: "A subagent type, or * for all", examples: ["round_evaluator"] });

/** How the teams of subagents are made and how they coordinate. */
export const subagentOrchestratorSchema = z
  .looseObject({
    enabled: z
      .boolean()
      .default(false)
      .meta({ description: "Required by the round evaluator; the other keys hold without it", examples: [true] }),
    agents: z
      .array(sharedAgentSchema)
      .max(10)
      .default([])
      .meta({
        description: "The shared team",
        examples: [[{ id: "judge", backend: { type: "openai", model: "gpt-5-mini" } }]],
      }),
    inherit_spawning_agent_backend: z
      .boolean()
      .default(false)
      .meta({ description: "Fill a missing team with the spawning agent's own backend", examples: [true] }),
    shared_child_team_types: z
      .array(typeName)
      .default(["round_evaluator"])
      .meta({ description: "Types that get the shared team; * is all of them", examples: [["round_evaluator", "builder"]] }),
    coordination: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: "Coordination settings of the children; win over inherited ones", examples: [{ broadcast: false }] }),
    max_new_answers: z
      .number()
      .int()
      .min(1)
      .nullable()
      .default(3)
      .meta({ description: "Answers that one agent may give, except in quick runs; null is no limit", examples: [3] }),
    enable_web_search: z
      .boolean()
      .nullish()
      .meta({ description: "Web search of every agent of a child; the parent's setting when left out", examples: [true] }),
    parse_at_references: z
      .boolean()
      .default(false)
      .meta({ description: "Whether @path in a task is taken for a file", examples: [false] }),
    final_answer_strategy: finalAnswerStrategySchema
      .nullish()
      .meta({ description: "How a team's answer is made", examples: ["synthesize"] }),
    disable_injection: z
      .boolean()
      .default(true)
      .meta({ description: "Quick runs: agents do not see each other's answers while they work", examples: [true] }),
    defer_voting_until_all_answered: z
      .boolean()
      .default(true)
      .meta({ description: "Quick runs: nobody votes before everybody has answered", examples: [true] }),
  })
  .meta({ description: "How the teams of subagents are made", examples: [{ enabled: true }] });
export type SubagentOrchestrator = z.output<typeof subagentOrchestratorSchema>;
