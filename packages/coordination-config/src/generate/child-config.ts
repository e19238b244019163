import { validateChildConfig, type BudgetLimits, type ChildConfig, type Run } from "@retinue/engine-contract";
import { join } from "node:path";
import { z } from "zod";
import type { ResolvedTeam } from "../resolve/resolved-team.ts";
import type { InheritedSettingsInput } from "../schema/inherited.ts";
import { parseInherited } from "../validate/parse-inherited.ts";
import { childAgents } from "./child-agents.ts";
import { childCoordination } from "./child-coordination.ts";
import { present } from "./present.ts";
import { runRules } from "./run-rules.ts";
import { skillsSwitchedOn, type AvailableSkill } from "./skills-switched-on.ts";
import { requireArguments } from "../require-arguments.ts";

type Engine = Run["engine"];

export interface ChildConfigInput {
  readonly subagentId: string;
  readonly team: ResolvedTeam;
  /** Absolute path of the runtime workspace. */
  readonly workspace: string;
  /** Absolute paths that the team may read, in order; the parent's workspace first where it is included. */
  readonly contextPaths: readonly string[];
  /** Absolute paths beneath those that it may not read; for an engine that knows `orchestrator.hidden_paths`. */
  readonly hiddenPaths?: readonly string[] | undefined;
  /** The parent's shared reference directory: an evaluator always reads it, others by `contextPaths`. */
  readonly temporaryWorkspace?: string | undefined;
  readonly subagentType?: string | undefined;
  /** False asks for a quick run: first answers only, no vote. */
  readonly refine: boolean;
  /** Skills switched on for the team; replace the parent's. */
  readonly skills?: readonly string[] | undefined;
  /** What the role needs: a search that nobody configured is switched on where the engine's backend has one. */
  readonly needs?: readonly string[] | undefined;
  /** Default: ours. */
  readonly engine?: Engine | undefined;
  /** The skills that there are; for an engine that knows `orchestrator.skills`. Those that are switched on go in. */
  readonly availableSkills?: readonly AvailableSkill[] | undefined;
  /** The role needs to run commands, and a sandbox will hold them; for an engine that knows `orchestrator.shell`. */
  readonly shell?: "required" | "optional" | undefined;
  /** What the run may spend; for an engine that knows `budget`. */
  readonly budget?: BudgetLimits | undefined;
  /** Replaces the model of a team of one; see `refuseModel`. */
  readonly model?: string | undefined;
  /** What the parent hands over of its settings; see `inheritedSettingsOf`. */
  readonly coordination?: InheritedSettingsInput | undefined;
}

const inputSchema = z.looseObject({
  subagentId: z.string(),
  team: z.looseObject({ members: z.array(z.looseObject({ backend: z.looseObject({}) })) }),
  workspace: z.string(),
  contextPaths: z.array(z.string()),
  hiddenPaths: z.array(z.string()).optional(),
  subagentType: z.string().optional(),
  needs: z.array(z.string()).optional(),
  availableSkills: z.array(z.looseObject({ name: z.string() })).optional(),
});

/**
 * The configuration of a child, as an engine reads it. Requirement: every run is started from a
 * generated, validated file; a child never spawns further subagents and reads context paths only.
 *
 * @throws CoordinationConfigError INVALID_INPUT, INVALID_COORDINATION for settings of a wrong type,
 *   EngineContractError INVALID_CHILD_CONFIG when the document as a whole is not valid.
 */
export function childConfig(input: ChildConfigInput): ChildConfig {
  requireArguments("childConfig", inputSchema, input);
  const { subagentId, team, workspace, refine, skills, model, hiddenPaths = [] } = input;
  const { needs = [], engine = "retinue-child", availableSkills = [] } = input;
  const parent = parseInherited(input.coordination ?? {});
  const isRoundEvaluator = input.subagentType?.toLowerCase() === "round_evaluator";
  const { coordination, voting } = childCoordination({
    parent,
    refine,
    isRoundEvaluator,
    skills,
    needsSkills: needs.includes("skills"),
  });
  const switchedOn = skillsSwitchedOn(availableSkills, coordination);
  const webSearch = parent.subagent_orchestrator?.enable_web_search;
  const paths = contextPaths(input, isRoundEvaluator);
  const timeouts = {
    ...present(parent.parent_round_timeouts),
    ...present(parent.subagent_round_timeouts),
    // MassGen refuses what it does not know there.
    ...(engine === "retinue-child" && present({ wrap_up_seconds: parent.subagent_wrap_up_seconds })),
  };
  const document = {
    agents: childAgents({
      team,
      subagentId,
      workspace,
      model,
      webSearch,
      searchBy: needs.includes("web") ? engine : undefined,
    }),
    orchestrator: {
      snapshot_storage: join(workspace, "snapshots"),
      agent_temporary_workspace: join(workspace, "temp"),
      coordination,
      ...voting,
      ...runRules({ parent, agents: team.members.length, refine, isRoundEvaluator }),
      ...(paths.length > 0 && { context_paths: paths }),
      ...(hiddenPaths.length > 0 && { hidden_paths: [...hiddenPaths] }),
      ...(switchedOn.length > 0 && { skills: switchedOn }),
      ...(input.shell !== undefined && { shell: input.shell }),
    },
    ...(Object.keys(timeouts).length > 0 && { timeout_settings: timeouts }),
    ...(input.budget !== undefined && { budget: input.budget }),
  };
  return validateChildConfig(document, `the configuration of subagent ${subagentId}`);
}

/** Each path once, and for reading only. */
function contextPaths(
  { contextPaths: given, temporaryWorkspace }: ChildConfigInput,
  isRoundEvaluator: boolean,
) {
  const always = isRoundEvaluator && temporaryWorkspace !== undefined ? [temporaryWorkspace] : [];
  return [...new Set([...given, ...always])].map((path) => ({ path, permission: "read" }));
}
