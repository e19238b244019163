import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A directory of profiles: the text of SUBAGENT.md by folder name. */
export function profileTree(profiles: Readonly<Record<string, string>>): string {
  const directory = join(temporaryDirectory(), ".agent/subagent_types");
  for (const [folder, text] of Object.entries(profiles)) {
    mkdirSync(join(directory, folder), { recursive: true });
    writeFileSync(join(directory, folder, "SUBAGENT.md"), text);
  }
  return directory;
}

/** The text of a valid profile. */
export function profileText(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: Does what ${name} does\n${more}---\nYou are ${name}.\n`;
}
