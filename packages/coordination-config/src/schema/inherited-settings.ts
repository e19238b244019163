import { z } from "zod";

const flag = (description: string, examples: boolean[] = [true]) => z.boolean().nullish().meta({ description, examples });
const names = z.array(z.string().trim().min(1));

/** Settings of a parent's coordination that a child takes over unless its own say otherwise. */
export const inheritedCoordination = {
  enable_agent_task_planning: flag("Agents plan their work; inherited by children"),
  task_planning_filesystem_mode: flag("Plans are kept in files; inherited by children"),
  use_skills: flag("Skills are on; inherited by children"),
  massgen_skills: names.nullish().meta({ description: "Built-in skills; inherited by children", examples: [["serena"]] }),
  skills_directory: z
    .string()
    .min(1)
    .nullish()
    .meta({ description: "Where skills are; inherited by children", examples: [".agent/skills"] }),
  load_previous_session_skills: flag("Skills of earlier sessions are loaded; inherited by children", [false]),
  enabled_skill_names: names
    .nullish()
    .meta({ description: "The only skills that are on; inherited by children", examples: [["semtools"]] }),
};

/** Settings of a parent's orchestrator that a child takes over in runs that refine. */
export const inheritedOrchestrator = {
  voting_sensitivity: z
    .string()
    .min(1)
    .nullish()
    .meta({ description: "How hard a vote is to win; inherited by children", examples: ["lenient", "checklist_gated"] }),
  voting_threshold: z.number().nullish().meta({ description: "Inherited by children", examples: [5] }),
  checklist_require_gap_report: flag("A checklist needs a gap report; inherited by children"),
  gap_report_mode: z
    .string()
    .min(1)
    .nullish()
    .meta({ description: "Form of the gap report; inherited by children", examples: ["changedoc"] }),
  max_checklist_calls_per_round: z
    .number()
    .int()
    .min(0)
    .nullish()
    .meta({ description: "Inherited by children", examples: [1] }),
  checklist_first_answer: flag("The first answer is checked as well; inherited by children", [false]),
};
