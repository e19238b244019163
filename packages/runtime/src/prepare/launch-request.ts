import type { RunRecord } from "@retinue/engine-contract";
import { randomUUID } from "node:crypto";
import type { Settings } from "../configure/manager-options.ts";
import type { LaunchRequest } from "../contract/launcher.ts";
import type { RunModels } from "../contract/run-models.ts";
import { engineEnvironment } from "./engine-command.ts";
import { traceVariables } from "../trace/trace-variables.ts";
import { supervisorDirectory, type SubagentPaths } from "./subagent-paths.ts";

/** What a launcher is asked for: the current run of the record, by this command. */
export function launchRequest(
  paths: SubagentPaths,
  { runs, key_variables }: RunRecord,
  settings: Settings,
  { command, models }: { readonly command: readonly string[]; readonly models?: RunModels | undefined },
): LaunchRequest {
  const { subagentId, workspace, logPath } = paths;
  return {
    subagentId,
    directory: supervisorDirectory(logPath, runs.length),
    command,
    cwd: workspace,
    environment: {
      ...engineEnvironment(paths, settings, { teamVariables: key_variables, models }),
      ...traceVariables(runs.at(-1)?.trace),
    },
    timeoutSeconds: runs.at(-1)?.timeout_seconds ?? 0,
    sandboxed: runs.at(-1)?.policy !== undefined,
    marker: `${subagentId}-${randomUUID()}`,
  };
}
