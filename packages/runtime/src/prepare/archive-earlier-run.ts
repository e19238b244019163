import { logLayout } from "@retinue/engine-contract";
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SubagentPaths } from "./subagent-paths.ts";

/**
 * Puts what an earlier run left behind aside before a further run of the same subagent begins, so
 * that nothing old is ever taken for the new run's work. Moves whatever is there, so that it may be
 * repeated after a kill half-way.
 */
export function archiveEarlierRun(paths: SubagentPaths, earlier: number): void {
  if (lstatSync(paths.fullLogs, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(paths.fullLogs);
  const archive = join(paths.logPath, "earlier", `run_${earlier}`);
  moveAside(paths.fullLogs, join(archive, logLayout.fullLogs));
  moveAside(paths.liveLogs, join(archive, logLayout.liveLogs));
  moveAside(paths.answerFile, join(paths.workspace, `answer_run_${earlier}.txt`));
  moveAside(paths.engineLogs, `${paths.engineLogs}_run_${earlier}`);
}

function moveAside(from: string, wanted: string): void {
  if (!existsSync(from)) return;
  let to = wanted;
  for (let copy = 2; existsSync(to); copy++) to = `${wanted}.${copy}`;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}
