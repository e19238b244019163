import type { SubagentProfile } from "@retinue/subagent-profiles";
import { z } from "zod";
import { settingsOf, type Settings, type SubagentManagerOptions } from "../configure/manager-options.ts";
import { detectedBackends } from "../detect/detect-team.ts";
import { resolveMode } from "../mode/resolve-mode.ts";
import { heldAgainstTeam } from "../prepare/fit-task.ts";
import { teamOf } from "../prepare/plan-runs.ts";
import { willBeSandboxed } from "../prepare/will-be-sandboxed.ts";
import { requireArguments } from "../require-arguments.ts";
import { withTeam } from "./with-team.ts";

type Role = Pick<SubagentProfile, "name" | "needs" | "skills">;

const rolesSchema = z.array(z.looseObject({ name: z.string(), needs: z.looseObject({}) }));

/**
 * What a manager with these options would not be able to give each role, in sentences, by the role's name: for a model
 * that is to choose one. Looks at no program but, where runs are to be confined, a sandbox: where no team is configured, it says what depends on which is found.
 *
 * @throws RuntimeError INVALID_CONFIGURATION, INVALID_INPUT, or what keeps the configured team from running anything.
 */
export async function roleLacks(
  options: SubagentManagerOptions,
  roles: readonly Role[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  requireArguments("roleLacks", rolesSchema, roles);
  const settings = settingsOf(options);
  const isFound = settings.agents.length === 0;
  const isSandboxed = await willBeSandboxed(settings, resolveMode(settings).mode, roles);
  const lacks = roles.map(async (role) => {
    const sentences = isFound
      ? await whatIsFound(settings, role, isSandboxed)
      : lacksOf(settings, role, isSandboxed);
    return [role.name, sentences] as const;
  });
  return new Map(await Promise.all(lacks));
}

function lacksOf(settings: Settings, role: Role, isSandboxed: boolean): string[] {
  return needsOf(settings, role, isSandboxed).flatMap(({ need, isMet, why }) => {
    if (isMet === true) return [];
    const isRefused = isMet === false && role.needs[need] === "required";
    return [`${isRefused ? "Refused here: it requires" : "Lacks here:"} ${need}, since ${why}`];
  });
}

/** A team of one: by which of those that may be found each need is met. */
async function whatIsFound(settings: Settings, role: Role, isSandboxed: boolean): Promise<string[]> {
  const teams = detectedBackends.map(async ({ name, backend }) => {
    const agents = [{ id: name, backend }];
    const found = await withTeam({ ...settings, findTeam: async () => ({ agents }) });
    const fitted = needsOf(found, role, isSandboxed);
    return { name, met: fitted.flatMap(({ need, isMet }) => (isMet === true ? [need] : [])) };
  });
  const found = await Promise.all(teams);
  return Object.entries(role.needs).flatMap(([need, level]) => {
    const giving = found.filter(({ met }) => met.some((one) => one === need)).map(({ name }) => name);
    if (giving.length === found.length) return [];
    const verb = level === "required" ? "Requires" : "Needs";
    if (giving.length === 0) return [`${verb} ${need}, which no team that is found here has`];
    return [`${verb} ${need}, which of the teams that may be found here ${giving.join(", ")} has`];
  });
}

function needsOf(settings: Settings, { name, needs, skills }: Role, isSandboxed: boolean) {
  const task = { task: name, subagent_type: name, ...(skills.length > 0 && { skills: [...skills] }) };
  const planned = {
    task,
    mode: resolveMode(settings),
    team: teamOf(task, settings),
    timeoutSeconds: settings.timeouts.defaultSeconds,
    contextPaths: [],
    refine: true,
    warning: undefined,
  };
  return heldAgainstTeam(planned, { needs }, settings, isSandboxed).fitted;
}
