import { joinedWarnings } from "../joined-warnings.ts";
import { fitRole, type FittedNeed, type Need } from "@retinue/coordination-config";
import type { RoleFit } from "@retinue/engine-contract";
import {
  discoverSkills,
  findProfile,
  type ActiveProfiles,
  type Skill,
  type SubagentProfile,
} from "@retinue/subagent-profiles";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";
import { childConfigOf } from "./child-config-of.ts";
import type { RunPlan } from "./run-plan.ts";

/** A task and how it is to run, before it is known whether its team gives what its role needs. */
export type Planned = Omit<RunPlan, "needs" | "availableSkills" | "shell" | "fit">;

/**
 * The plan with what its role needs, held against its team: a need that is not met goes into the warning.
 *
 * @param isSandboxed Whether a sandbox is to hold the run.
 * @throws RuntimeError ROLE_NEEDS_UNMET for one that the role requires.
 */
export function fitTask(
  planned: Planned,
  index: number,
  active: ActiveProfiles,
  settings: Settings,
  isSandboxed: boolean,
): RunPlan {
  const { subagent_type } = planned.task;
  const profile = subagent_type === undefined ? undefined : findProfile(active, subagent_type);
  const { plan, fitted } = heldAgainstTeam(planned, profile, settings, isSandboxed);
  if (fitted.length === 0) return { ...plan, fit: undefined };
  const refused = fitted.find(({ need, isMet }) => isMet === false && profile?.needs[need] === "required");
  if (refused !== undefined) throw unmet(refused, index, profile?.name ?? "");
  const unmetNeeds = fitted.flatMap((one) => warningOf(one, profile?.name));
  return { ...plan, fit: fitOf(fitted), warning: joinedWarnings(planned.warning, ...unmetNeeds) };
}

/** What a task of this role needs, and which of it is met. */
export function heldAgainstTeam(
  planned: Planned,
  profile: Pick<SubagentProfile, "needs"> | undefined,
  settings: Settings,
  isSandboxed: boolean,
): { readonly plan: Omit<RunPlan, "fit">; readonly fitted: readonly FittedNeed[] } {
  const { task, mode } = planned;
  const asked = Object.keys(profile?.needs ?? {}) as Need[];
  const needs = hasSkills(task) && !asked.includes("skills") ? [...asked, "skills" as const] : asked;
  const availableSkills = skillsFor(planned, needs, settings);
  const plan = { ...planned, needs, availableSkills, shell: isSandboxed ? profile?.needs.shell : undefined };
  if (needs.length === 0) return { plan, fitted: [] };
  const { kind: engine } = engineOf(settings);
  const { skills } = task;
  const { skillDirectories, workspace } = settings;
  // Judged is what the child will be given; only its name and its place are not known yet.
  const config = childConfigOf({ subagentId: "subagent", workspace, hiddenPaths: [] }, plan, settings);
  const asking = { needs, engine, mode: mode.mode, isSandboxed, skills, skillDirectories };
  return { plan, fitted: fitRole(config, asking) };
}

function hasSkills({ skills = [] }: SubagentTask): boolean {
  return skills.length > 0;
}

/** Looked for only where some may be switched on, by an engine that cannot look itself. */
function skillsFor({ mode }: Planned, needs: readonly Need[], settings: Settings): Skill[] {
  const { coordination } = settings;
  const own = coordination.subagent_orchestrator?.coordination ?? {};
  const isOn = needs.includes("skills") || coordination.use_skills === true || own["use_skills"] === true;
  if (!isOn || mode.mode === "delegated" || engineOf(settings).kind !== "retinue-child") return [];
  return discoverSkills(settings.skillDirectories);
}

function fitOf(fitted: readonly FittedNeed[]): RoleFit {
  const named = (wanted: boolean) =>
    fitted.filter(({ isMet }) => (isMet === true) === wanted).map(({ need }) => need);
  return { met: named(true), unmet: named(false) };
}

function warningOf({ need, isMet, why, remedy }: FittedNeed, role: string | undefined): string[] {
  if (isMet === true) return [];
  return [`${role === undefined ? "the task" : `its role ${role}`} needs ${need}: ${why}. ${remedy}`];
}

function unmet({ need, why, remedy }: FittedNeed, index: number, role: string): RuntimeError {
  return new RuntimeError(
    "ROLE_NEEDS_UNMET",
    `Task ${index + 1} asks for subagent_type ${JSON.stringify(role)}, which requires ${need}: ${why}`,
    {
      remedy: `${remedy} Or say needs: {${need}: optional} in its SUBAGENT.md.`,
      details: { index, role, need },
    },
  );
}
