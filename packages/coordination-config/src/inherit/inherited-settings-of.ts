import { z } from "zod";
import { present } from "../generate/present.ts";
import { inheritedOrchestrator } from "../schema/inherited-settings.ts";
import type { InheritedSettings } from "../schema/inherited.ts";
import type { ParentConfig } from "../schema/parent-config.ts";
import { requireArguments } from "../require-arguments.ts";

/** What MassGen hands over where a parent says nothing. Only children see these. */
const defaults = {
  enable_agent_task_planning: false,
  task_planning_filesystem_mode: false,
  voting_sensitivity: "lenient",
  checklist_require_gap_report: true,
  gap_report_mode: "changedoc",
  max_checklist_calls_per_round: 1,
  checklist_first_answer: false,
};
const graceSeconds = 120;
const skillDefaults = {
  massgen_skills: [],
  skills_directory: ".agent/skills",
  load_previous_session_skills: false,
};

const configSchema = z.looseObject({
  orchestrator: z.looseObject({}).nullish(),
  timeout_settings: z.looseObject({}).nullish(),
});

/**
 * What a parent hands over to its subagent server: its coordination, and what children take over from
 * `orchestrator` and `timeout_settings`, with MassGen's defaults filled in.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function inheritedSettingsOf(
  config: Pick<ParentConfig, "orchestrator" | "timeout_settings">,
): InheritedSettings {
  requireArguments("inheritedSettingsOf", configSchema, config);
  const { orchestrator, timeout_settings } = config;
  const own = orchestrator ?? {};
  const {
    use_skills,
    massgen_skills,
    skills_directory,
    load_previous_session_skills,
    enabled_skill_names,
    ...rest
  } = own.coordination ?? {};
  // Skills are handed over together or not at all.
  const skills = use_skills === true || enabled_skill_names != null;
  return {
    ...defaults,
    ...present(Object.fromEntries(Object.keys(inheritedOrchestrator).map((key) => [key, own[key]]))),
    ...present(rest),
    ...(skills && {
      use_skills: true,
      ...skillDefaults,
      ...present({ massgen_skills, skills_directory, load_previous_session_skills, enabled_skill_names }),
    }),
    parent_round_timeouts: { round_timeout_grace_seconds: graceSeconds, ...present(timeout_settings) },
  };
}
