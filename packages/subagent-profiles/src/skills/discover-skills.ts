import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { folders } from "../discover/folders.ts";
import { readProfileFile } from "../discover/read-profile-file.ts";
import { splitFrontMatter } from "../parse/split-front-matter.ts";
import { isSameName } from "../parse/subagent-profile.ts";
import { requireArguments } from "../require-arguments.ts";

/** A way of working that somebody wrote down: an agent is told of it, and reads the file when it needs it. */
export interface Skill {
  readonly name: string;
  /** When to use it, in one line. */
  readonly description: string;
  /** Absolute path of its SKILL.md. What else it has lies beside it. */
  readonly path: string;
}

const fileName = "SKILL.md";
const maxDescription = 1024;
const text = z.string().trim().min(1);
const frontMatterSchema = z.looseObject({
  name: text.max(63).optional(),
  description: text.transform((words) => words.replace(/\s+/g, " ").slice(0, maxDescription)),
});

/**
 * The skills in the folders of some directories, each a folder with a SKILL.md; of a name the first. A file that is
 * none is left out, and so is what is reached by a link.
 *
 * @throws SubagentProfilesError INVALID_INPUT.
 */
export function discoverSkills(directories: readonly string[]): Skill[] {
  requireArguments("discoverSkills", z.array(z.string()), directories);
  const skills: Skill[] = [];
  for (const directory of directories) {
    for (const folder of folders(directory)) {
      const skill = readSkill(join(directory, folder, fileName), folder);
      if (skill === undefined || skills.some(({ name }) => isSameName(name, skill.name))) continue;
      skills.push(skill);
    }
  }
  return skills;
}

function readSkill(path: string, folder: string): Skill | undefined {
  try {
    const parts = splitFrontMatter(readProfileFile(path) ?? "");
    const parsed = frontMatterSchema.safeParse(parse(parts?.yaml ?? "", { maxAliasCount: 10 }));
    if (!parsed.success) return undefined;
    const { name = folder, description } = parsed.data;
    return { name, description, path };
  } catch {
    // Other programs' skills: what they make of one that cannot be read is theirs.
    return undefined;
  }
}
