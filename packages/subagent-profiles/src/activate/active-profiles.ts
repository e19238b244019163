import { z } from "zod";
import type { ProfileCatalog, ProfileProblem } from "../discover/discover-profiles.ts";
import { isSameName, type SubagentProfile } from "../parse/subagent-profile.ts";
import { requireArguments } from "../require-arguments.ts";

/** What is active where `subagent_types` is left out. */
export const defaultSubagentTypes: readonly string[] = ["evaluator", "explorer", "researcher", "critic"];

/** The profiles that a task may name. */
export interface ActiveProfiles {
  readonly profiles: readonly SubagentProfile[];
  /** Files that cannot be used: a task that names one of them is refused with its message. */
  readonly problems: readonly ProfileProblem[];
  /** For a person: unknown names in `subagent_types`, broken files. */
  readonly warnings: readonly string[];
}

const named = z.array(z.looseObject({ name: z.string() }));
const argumentsSchema = z.object({
  catalog: z.object({ profiles: named, problems: named, inherited: named }),
  subagentTypes: z.array(z.string()).nullish(),
});
const questionSchema = z.object({
  active: z.object({ profiles: named, problems: named }),
  type: z.string(),
});

/**
 * The profiles that `subagent_types` of the configuration leaves active. Requirement: configuring active
 * types. Null or undefined means the default, or, with profiles that a MassGen parent handed over, these:
 * it has chosen already. An empty list means none.
 *
 * @throws SubagentProfilesError INVALID_INPUT.
 */
export function activeProfiles(
  catalog: ProfileCatalog,
  subagentTypes: readonly string[] | null | undefined,
): ActiveProfiles {
  requireArguments("activeProfiles", argumentsSchema, { catalog, subagentTypes });
  const { profiles, problems, inherited } = catalog;
  const broken = problems.map(({ message, remedy }) => `${message} (${remedy})`);
  if (subagentTypes == null && inherited.length > 0) {
    return { profiles: inherited, problems, warnings: broken };
  }
  const wanted = subagentTypes ?? defaultSubagentTypes;
  const isWanted = ({ name }: { name: string }) => wanted.some((type) => isSameName(type, name));
  const unknown = wanted.filter(
    (type) => ![...profiles, ...problems].some(({ name }) => isSameName(name, type)),
  );
  const names = profiles.map(({ name }) => name).join(", ");
  return {
    profiles: profiles.filter(isWanted),
    problems: problems.filter(isWanted),
    warnings: [
      ...unknown.map(
        (type) => `subagent_types names ${JSON.stringify(type)}, which does not exist; there are ${names}`,
      ),
      ...broken,
    ],
  };
}

/** The active profile of this name, whatever its case. @throws SubagentProfilesError INVALID_INPUT. */
export function findProfile(active: ActiveProfiles, type: string): SubagentProfile | undefined {
  requireArguments("findProfile", questionSchema, { active, type });
  return active.profiles.find(({ name }) => isSameName(name, type));
}

/** Why the profile of this name cannot be used, when there is one. @throws SubagentProfilesError INVALID_INPUT. */
export function findProblem(active: ActiveProfiles, type: string): ProfileProblem | undefined {
  requireArguments("findProblem", questionSchema, { active, type });
  return active.problems.find(({ name }) => isSameName(name, type));
}
