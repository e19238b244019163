import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { discoverSkills } from "../../src/index.ts";

function skillTree(skills: Readonly<Record<string, string>>): string {
  const directory = join(temporaryDirectory(), "skills");
  for (const [folder, text] of Object.entries(skills)) {
    mkdirSync(join(directory, folder), { recursive: true });
    writeFileSync(join(directory, folder, "SKILL.md"), text);
  }
  return directory;
}

test("finds skills by folder, the first of a name; leaves out what is none, and links", () => {
  const project = skillTree({
    pdf: "---\nname: PDF\ndescription: >\n  Reads\n  PDFs\nlicense: any\n---\nDo so.\n",
    tables: '---\ndescription: "Makes tables"\n---\n',
    "no-front-matter": "Do so.\n",
    "no-description": "---\nname: silent\n---\nDo so.\n",
    torn: "---\nname: [\n---\nDo so.\n",
    long: `---\ndescription: d\n---\n${"x".repeat(70_000)}`,
  });
  const user = skillTree({ pdf: "---\ndescription: Another\n---\n", git: "---\ndescription: Git\n---\n" });
  mkdirSync(join(project, "empty"));
  symlinkSync(join(user, "git"), join(project, "linked"));
  expect(discoverSkills([project, join(project, "missing"), user])).toEqual([
    { name: "PDF", description: "Reads PDFs", path: join(project, "pdf/SKILL.md") },
    { name: "tables", description: "Makes tables", path: join(project, "tables/SKILL.md") },
    { name: "git", description: "Git", path: join(user, "git/SKILL.md") },
  ]);
});
