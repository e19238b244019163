import { join } from "node:path";
import { validateChildConfig, type ChildConfig, type OrchestratorConfig } from "@retinue/engine-contract";
import { childAgents, type TeamAgent } from "./child-agents.ts";
import { parseParentCoordination, type ParentCoordination } from "./parent-coordination.ts";

export interface ChildConfigInput {
  readonly subagentId: string;
  /** The resolved team, in order of registration. */
  readonly agents: readonly TeamAgent[];
  /** Absolute path of the runtime workspace. */
  readonly workspace: string;
  /** Absolute paths that the team may read, in order; the parent's workspace first where it is included. */
  readonly contextPaths: readonly string[];
  /** The parent's shared reference directory, readable as well. */
  readonly temporaryWorkspace?: string | undefined;
  /** False asks for a quick run: first answers only, no vote. */
  readonly refine: boolean;
  /** Skills switched on for the team; replace the parent's. */
  readonly skills?: readonly string[] | undefined;
  /** Replaces the model of a team of one. */
  readonly model?: string | undefined;
  /** What the parent hands over of its coordination settings. */
  readonly coordination?: ParentCoordination | undefined;
  /** Settings of the child's own orchestrator section; win over everything that is derived. */
  readonly orchestrator?: Partial<OrchestratorConfig> | undefined;
}

/**
 * The configuration of a child, as an engine reads it. Requirement: every run is started from a
 * generated, validated file; a child never spawns further subagents and reads context paths only.
 *
 * @throws CoordinationConfigError for a team or settings that do not go together,
 *   EngineContractError INVALID_CHILD_CONFIG when the document as a whole is not valid.
 */
export function childConfig(input: ChildConfigInput): ChildConfig {
  const parent = parseParentCoordination(input.coordination ?? {});
  const contextPaths = [
    ...input.contextPaths,
    ...(input.temporaryWorkspace ? [input.temporaryWorkspace] : []),
  ];
  const timeouts = present({
    ...present(parent.parent_round_timeouts),
    ...present(parent.subagent_round_timeouts),
  });
  const document = {
    agents: childAgents(input.agents, input.workspace, input.model),
    orchestrator: {
      snapshot_storage: join(input.workspace, "snapshots"),
      agent_temporary_workspace: join(input.workspace, "temp"),
      coordination: childCoordination(parent, input.skills),
      ...(input.refine ? refinement(parent) : quickRun(input.agents.length)),
      ...present(input.orchestrator),
      ...(contextPaths.length > 0 && {
        context_paths: [...new Set(contextPaths)].map((path) => ({ path, permission: "read" })),
      }),
    },
    ...(Object.keys(timeouts).length > 0 && { timeout_settings: timeouts }),
  };
  return validateChildConfig(document, `the configuration of subagent ${input.subagentId}`);
}

type Parent = ReturnType<typeof parseParentCoordination>;

function childCoordination(parent: Parent, skills: readonly string[] | undefined): Record<string, unknown> {
  const { enable_agent_task_planning, task_planning_filesystem_mode } = parent;
  const { use_skills, massgen_skills, skills_directory, load_previous_session_skills } = parent;
  return {
    enable_subagents: false,
    ...present({ enable_agent_task_planning, task_planning_filesystem_mode }),
    ...present({ use_skills, massgen_skills, skills_directory, load_previous_session_skills }),
    learning_capture_mode: "final_only",
    disable_final_only_round_capture_fallback: true,
    ...(skills !== undefined &&
      skills.length > 0 && {
        use_skills: true,
        massgen_skills: [...skills],
        enabled_skill_names: [...skills],
      }),
  };
}

function refinement(parent: Parent): Record<string, unknown> {
  const { voting_sensitivity, checklist_require_gap_report, gap_report_mode } = parent;
  const { max_checklist_calls_per_round, checklist_first_answer } = parent;
  return present({
    voting_sensitivity,
    checklist_require_gap_report,
    gap_report_mode,
    max_checklist_calls_per_round,
    checklist_first_answer,
  });
}

/** Requirement "Multi-Agent Quick Runs": one agent's answer as it is, several agents' synthesised. */
function quickRun(agents: number): Record<string, unknown> {
  const quick = { max_new_answers_per_agent: 1, skip_final_presentation: true };
  if (agents === 1) return { ...quick, skip_voting: true };
  return {
    ...quick,
    disable_injection: true,
    defer_voting_until_all_answered: true,
    final_answer_strategy: "synthesize",
  };
}

/** Without the keys that are absent or null: for an engine both mean its own default. */
function present(record: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([, value]) => value != null));
}
