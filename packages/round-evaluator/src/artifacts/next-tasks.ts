import { z } from "zod";

const words = z.string().refine((text) => text.trim() !== "", "must hold text");
const list = z.array(words).min(1);

const ceilingSchema = z.enum(["ceiling_not_reached", "ceiling_approaching", "ceiling_reached"]);

const taskSchema = z
  .looseObject({
    id: words.optional(),
    description: words,
    implementation_guidance: z.string().optional(),
    depends_on: z.array(z.string()).optional(),
    strategy_role: z.enum(["thesis_shift", "supporting_fix"]).or(z.literal("")).nullish(),
    verification: z.string().optional(),
    success_criteria: words,
    failure_signals: list,
    required_evidence: list,
    metadata: z.looseObject({ verification: z.string().optional(), impact: z.string().optional() }).nullish(),
  })
  .refine(({ verification, metadata }) => (verification ?? metadata?.verification ?? "").trim() !== "", {
    path: ["verification"],
    message: "must say how the task is verified",
  });

/** `next_tasks.json`: one committed thesis for the next round, as tasks. Unknown keys are kept. */
export const nextTasksSchema = z
  .looseObject({
    schema_version: z.coerce.string().optional(),
    objective: z.string().optional(),
    primary_strategy: z.string().optional(),
    why_this_strategy: z.string().optional(),
    strategy_mode: z.enum(["incremental_refinement", "thesis_shift"]),
    incremental_override_reason: z.string().nullish(),
    approach_assessment: z.looseObject({ ceiling_status: ceilingSchema }),
    success_contract: z.looseObject({
      outcome_statement: words,
      quality_bar: words,
      fail_if_any: list,
      required_evidence: list,
    }),
    deprioritize_or_remove: z.array(z.string()).nullish(),
    tasks: z.array(taskSchema).min(1),
  })
  .refine(({ objective = "", primary_strategy = "" }) => `${objective}${primary_strategy}`.trim() !== "", {
    path: ["primary_strategy"],
    message: "must name the thesis of the next round (or objective)",
  })
  .refine(
    ({ strategy_mode, tasks }) =>
      strategy_mode !== "thesis_shift" || tasks.some(({ strategy_role }) => strategy_role === "thesis_shift"),
    {
      path: ["tasks"],
      message: "need one with strategy_role thesis_shift, because that is the strategy_mode",
    },
  );
export type NextTasks = z.infer<typeof nextTasksSchema>;

/** What is doubtful about valid tasks and does not stop them. */
export function nextTasksWarnings(next: NextTasks): string[] {
  const nearCeiling = next.approach_assessment.ceiling_status !== "ceiling_not_reached";
  const refines = next.strategy_mode === "incremental_refinement";
  if (!nearCeiling || !refines || (next.incremental_override_reason ?? "").trim() !== "") return [];
  return [
    `next_tasks.json refines although its ceiling_status is ${next.approach_assessment.ceiling_status}, and gives no incremental_override_reason`,
  ];
}
