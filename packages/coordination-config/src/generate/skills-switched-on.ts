type Settings = Readonly<Record<string, unknown>>;

/** A skill that was found. */
export interface AvailableSkill {
  readonly name: string;
  readonly description: string;
  /** Absolute path of its SKILL.md. */
  readonly path: string;
}

/** Of the skills that there are those that a child's coordination switches on: all, or the ones that it names. */
export function skillsSwitchedOn(
  available: readonly AvailableSkill[],
  { use_skills, enabled_skill_names: names }: Settings,
): AvailableSkill[] {
  if (use_skills !== true) return [];
  if (!Array.isArray(names)) return [...available];
  const wanted = new Set(names.map((name) => String(name).toLowerCase()));
  return available.filter(({ name }) => wanted.has(name.toLowerCase()));
}
