import { logLayout } from "@retinue/engine-contract";
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { linkFullLogs } from "../watch/full-logs-link.ts";
import { newestAttempt } from "../watch/newest-attempt.ts";

/** Logs that an engine wrote into its workspace all the same are kept where logs are kept. */
export function copyEngineLogs(paths: SubagentPaths): void {
  if (!newestAttempt(paths.liveLogs).complete) {
    const base = join(paths.workspace, logLayout.massgen, logLayout.massgenLogs);
    const { names, complete } = newestAttempt(base);
    if (complete) {
      const target = join(paths.liveLogs, ...names);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(base, ...names), target, { recursive: true, verbatimSymlinks: true });
    }
  }
  linkFullLogs(paths);
}
