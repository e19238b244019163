import { logLayout } from "@retinue/engine-contract";
import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { newestAttempt } from "./newest-attempt.ts";

/**
 * Makes `full_logs` a relative link to the newest attempt in `live_logs`, as soon as there is one.
 * A `full_logs` that is a directory (copied by another program) is left alone.
 */
export function linkFullLogs(paths: SubagentPaths): void {
  const { names, complete } = newestAttempt(paths.liveLogs);
  if (!complete) return;
  const target = join(logLayout.liveLogs, ...names);
  const present = lstatSync(paths.fullLogs, { throwIfNoEntry: false });
  if (present !== undefined && !present.isSymbolicLink()) return;
  if (present !== undefined && readlinkSync(paths.fullLogs) === target) return;
  const temporary = `${paths.fullLogs}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(target, temporary);
  renameSync(temporary, paths.fullLogs);
}
