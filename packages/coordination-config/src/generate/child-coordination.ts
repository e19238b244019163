import type { InheritedSettings } from "../schema/inherited.ts";
import { inheritedCoordination, inheritedOrchestrator } from "../schema/inherited-settings.ts";
import { present } from "./present.ts";

type Settings = Record<string, unknown>;

export interface CoordinationInput {
  readonly parent: InheritedSettings;
  readonly refine: boolean;
  readonly isRoundEvaluator: boolean;
  readonly skills: readonly string[] | undefined;
  /** The role uses what skills there are, unless the configuration says otherwise. */
  readonly needsSkills: boolean;
}

export interface ChildCoordination {
  /** For `orchestrator.coordination`. */
  readonly coordination: Settings;
  /** For `orchestrator` itself: how votes and checklists are held. */
  readonly voting: Settings;
}

/**
 * Coordination settings of a child: those of `subagent_orchestrator.coordination`, then what it takes over
 * from its parent. A child never spawns and never asks a human.
 */
export function childCoordination({
  parent,
  refine,
  isRoundEvaluator,
  skills,
  needsSkills,
}: CoordinationInput): ChildCoordination {
  const { voting: given, rest: own } = split(parent.subagent_orchestrator?.coordination ?? {});
  // A quick evaluator only criticises: it holds no checklist.
  const explicit = isRoundEvaluator && !refine ? {} : given;
  const voting = { ...(refine && inherited(parent, inheritedOrchestrator)), ...explicit };
  const coordination: Settings = {
    ...(needsSkills && { use_skills: true }),
    ...inherited(parent, inheritedCoordination),
    ...own,
    ...(own["broadcast"] === "human" && { broadcast: false }),
    enable_subagents: false,
    learning_capture_mode: "final_only",
    disable_final_only_round_capture_fallback: true,
    ...(skills !== undefined && skills.length > 0 && skillsOf(skills)),
  };
  const checklist = isRoundEvaluator && refine && voting["voting_sensitivity"] === "checklist_gated";
  if (checklist && !own["checklist_criteria_inline"] && own["checklist_criteria_preset"] === undefined) {
    coordination["checklist_criteria_preset"] = "round_evaluator";
  }
  return { coordination, voting };
}

function inherited(parent: InheritedSettings, keys: object): Settings {
  return present(Object.fromEntries(Object.keys(keys).map((key) => [key, parent[key]])));
}

/** Voting settings may be written with the others, and belong one level up. */
function split(settings: Settings): { voting: Settings; rest: Settings } {
  const entries = Object.entries(settings);
  return {
    voting: Object.fromEntries(entries.filter(([key]) => Object.hasOwn(inheritedOrchestrator, key))),
    rest: Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(inheritedOrchestrator, key))),
  };
}

function skillsOf(skills: readonly string[]): Settings {
  return { use_skills: true, massgen_skills: [...skills], enabled_skill_names: [...skills] };
}
