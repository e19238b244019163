import type { RunRecord } from "@retinue/engine-contract";
import { randomUUID } from "node:crypto";
import type { Settings } from "../configure/manager-options.ts";
import type { LaunchRequest } from "../contract/launcher.ts";
import { engineEnvironment } from "./engine-command.ts";
import { supervisorDirectory, type SubagentPaths } from "./subagent-paths.ts";

/** What a launcher is asked for: the current run of the record, by this command. */
export function launchRequest(
  paths: SubagentPaths,
  { runs, key_variables }: RunRecord,
  settings: Settings,
  command: readonly string[],
): LaunchRequest {
  const { subagentId, workspace, logPath } = paths;
  return {
    subagentId,
    directory: supervisorDirectory(logPath, runs.length),
    command,
    cwd: workspace,
    environment: engineEnvironment(paths, settings, key_variables),
    timeoutSeconds: runs.at(-1)?.timeout_seconds ?? 0,
    sandboxed: runs.at(-1)?.policy !== undefined,
    marker: `${subagentId}-${randomUUID()}`,
  };
}
