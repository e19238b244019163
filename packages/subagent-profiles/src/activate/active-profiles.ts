import type { ProfileCatalog, ProfileProblem } from "../discover/discover-profiles.ts";
import { isSameName, type SubagentProfile } from "../parse/subagent-profile.ts";

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

/**
 * The profiles that `subagent_types` of the configuration leaves active. Requirement: configuring active
 * types. Null or undefined means the default, or, with profiles that a MassGen parent handed over, these:
 * it has chosen already. An empty list means none.
 */
export function activeProfiles(
  { profiles, problems, handedOver }: ProfileCatalog,
  subagentTypes: readonly string[] | null | undefined,
): ActiveProfiles {
  const broken = problems.map(({ message, remedy }) => `${message} (${remedy})`);
  if (subagentTypes == null && handedOver.length > 0) {
    return { profiles: handedOver, problems, warnings: broken };
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

/** The active profile of this name, whatever its case. */
export function findProfile({ profiles }: ActiveProfiles, type: string): SubagentProfile | undefined {
  return profiles.find(({ name }) => isSameName(name, type));
}

/** Why the profile of this name cannot be used, when there is one. */
export function findProblem({ problems }: ActiveProfiles, type: string): ProfileProblem | undefined {
  return problems.find(({ name }) => isSameName(name, type));
}
