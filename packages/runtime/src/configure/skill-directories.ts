import type { InheritedSettingsInput } from "@retinue/coordination-config";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

interface SkillPlaces {
  readonly workspace: string;
  readonly coordination: InheritedSettingsInput;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Where skills are looked for, first to last: the project's `skills_directory` (`.agent/skills`) and that of Claude Code,
 * then the user's.
 */
export function skillDirectories({ workspace, coordination, environment }: SkillPlaces): string[] {
  const home = environment["HOME"] ?? homedir();
  const own = resolve(workspace, coordination.skills_directory ?? ".agent/skills");
  const others = [workspace, home].map((place) => join(place, ".claude/skills"));
  const [project = "", user = ""] = others;
  return [...new Set([own, project, join(home, ".agent/skills"), user])];
}
