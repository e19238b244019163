import { join } from "node:path";
import type { FlagValues } from "../flags/parse-flags.ts";

/**
 * Where profiles are looked for, first to last: what a MassGen parent handed over, the workspace's own,
 * and those of the directory that the server was started in.
 */
export function profileSources(flags: FlagValues, directory: string, workspace: string) {
  const projects = [...new Set([workspace, directory])];
  const own = projects.map((project) => ({ directory: join(project, ".agent/subagent_types") }));
  // A MassGen parent always says who it is. Without one, nothing in .massgen counts.
  const byMassgen = flags["agent-id"] !== undefined && flags["orchestrator-id"] !== undefined;
  if (!byMassgen) return own;
  return [{ directory: join(workspace, ".massgen/subagent_types"), inherited: true }, ...own];
}
