import { entryAt, isWithin } from "@retinue/contained-fs";
import { join, relative } from "node:path";

/**
 * Where a log directory is by now: a workspace that was renamed has taken the logs in it along.
 *
 * @param from What the workspace was called when the path was noted.
 */
export function movedLogPath(logPath: string, from: string | undefined, workspace: string): string {
  if (from === undefined || from === workspace || entryAt(logPath) !== undefined) return logPath;
  return isWithin(logPath, from) ? join(workspace, relative(from, logPath)) : logPath;
}
