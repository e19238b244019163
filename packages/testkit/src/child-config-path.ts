import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Where the generated configuration of a subagent is, by its runtime workspace: with its logs, where a manager
 * that was given no log directory keeps them.
 */
export function childConfigPath(workspace: string): string {
  const subagent = dirname(workspace);
  const logs = join(dirname(dirname(subagent)), ".massgen/massgen_logs/log_*/turn_*/attempt_*/subagents");
  const name = `subagent_config_${basename(subagent)}.yaml`;
  const [path] = globSync(join(logs, basename(subagent), name))
    .toSorted()
    .toReversed();
  if (path === undefined) throw new Error(`${workspace} has no ${name} in ${logs}`);
  return path;
}
