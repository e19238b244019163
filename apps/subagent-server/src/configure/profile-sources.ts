import { join } from "node:path";
import { isMassgenParent } from "../flags/massgen-parent.ts";
import type { FlagValues } from "../flags/parse-flags.ts";

/**
 * Where profiles are looked for, first to last: what a MassGen parent handed over, the workspace's own,
 * and those of the directory that the server was started in.
 */
export function profileSources(flags: FlagValues, directory: string, workspace: string) {
  const projects = [...new Set([workspace, directory])];
  const own = projects.map((project) => ({ directory: join(project, ".agent/subagent_types") }));
  // Without MassGen, nothing in .massgen counts.
  if (!isMassgenParent(flags)) return own;
  return [{ directory: join(workspace, ".massgen/subagent_types"), inherited: true }, ...own];
}
