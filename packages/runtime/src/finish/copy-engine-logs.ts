import { cpSync, lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { linkFullLogs } from "../watch/full-logs-link.ts";
import { newestAttempt } from "../watch/newest-attempt.ts";

/** Logs that an engine wrote into its workspace all the same are kept where logs are kept. */
export function copyEngineLogs(paths: SubagentPaths): void {
  if (!newestAttempt(paths.liveLogs).complete) {
    const { names, complete } = newestAttempt(paths.engineLogs);
    if (complete) {
      const target = join(paths.liveLogs, ...names);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(paths.engineLogs, ...names), target, {
        recursive: true,
        verbatimSymlinks: true,
        filter: isKept,
      });
    }
  }
  linkFullLogs(paths);
}

/** A FIFO or a socket that a child left there must not keep its logs from being kept. */
function isKept(path: string): boolean {
  const found = lstatSync(path);
  return found.isFile() || found.isDirectory() || found.isSymbolicLink();
}
