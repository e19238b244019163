import { z } from "zod";
import { CoordinationConfigError } from "../coordination-config-error.ts";

const roundSeconds = z.number().positive().nullish();
const roundTimeoutsSchema = z.looseObject({
  initial_round_timeout_seconds: roundSeconds,
  subsequent_round_timeout_seconds: roundSeconds,
  round_timeout_grace_seconds: z.number().min(0).nullish(),
});

/**
 * What a parent hands over of its `orchestrator` and `orchestrator.coordination` sections, and of
 * which a child inherits a part. Keys that no child inherits are accepted and left alone.
 */
export const parentCoordinationSchema = z
  .looseObject({
    enable_agent_task_planning: z.boolean().nullish(),
    task_planning_filesystem_mode: z.boolean().nullish(),
    use_skills: z.boolean().nullish(),
    massgen_skills: z.array(z.string().min(1)).nullish(),
    skills_directory: z.string().nullish(),
    load_previous_session_skills: z.boolean().nullish(),
    voting_sensitivity: z.string().nullish(),
    checklist_require_gap_report: z.boolean().nullish(),
    gap_report_mode: z.string().nullish(),
    max_checklist_calls_per_round: z.number().int().nullish(),
    checklist_first_answer: z.boolean().nullish(),
    subagent_round_timeouts: roundTimeoutsSchema.describe("The child's own; win over the parent's").nullish(),
    parent_round_timeouts: roundTimeoutsSchema.nullish(),
  })
  .describe("What a parent hands over of its coordination settings");
export type ParentCoordination = z.input<typeof parentCoordinationSchema>;

/** @throws CoordinationConfigError INVALID_COORDINATION naming every key of a wrong type. */
export function parseParentCoordination(coordination: unknown): z.output<typeof parentCoordinationSchema> {
  const parsed = parentCoordinationSchema.safeParse(coordination);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join(".") || "(top)"}: ${message}`,
  );
  throw new CoordinationConfigError(
    "INVALID_COORDINATION",
    `the parent's coordination settings are not valid:\n  ${problems.join("\n  ")}`,
    { remedy: "Correct the named keys, or leave them out.", details: { problems }, cause: parsed.error },
  );
}
