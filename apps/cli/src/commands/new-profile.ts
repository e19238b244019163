import { createFileExclusive, makeDirectory } from "@retinue/contained-fs";
import { profileTemplate } from "@retinue/subagent-profiles";
import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { profileDirectory } from "./profiles.ts";

/**
 * `retinue profiles new NAME`: writes a profile to be filled in. Overwrites nothing.
 *
 * @throws SubagentProfilesError INVALID_NAME, CliError ALREADY_THERE.
 */
export async function newProfile(name: string, { project = "." }: { project?: string }): Promise<void> {
  const text = profileTemplate(name);
  const directory = join(profileDirectory(project), name);
  const path = join(directory, "SUBAGENT.md");
  makeDirectory(directory);
  if (!createFileExclusive(path, text)) {
    throw new CliError("ALREADY_THERE", `${path} is there already`, {
      remedy: "Edit it, or choose another name.",
      details: { path },
    });
  }
  process.stdout.write(
    `${path}\nFill it in, and add ${name} to orchestrator.coordination.subagent_types to make it active.\n`,
  );
}
