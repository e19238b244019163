import {
  ContainedFsError,
  kindWithin,
  removeEntryWithin,
  renameWithin,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { engineLogs, inbox, type SubagentPaths } from "./subagent-paths.ts";
import { withLog, withWorkspace } from "./subagent-roots.ts";

/**
 * Puts what an earlier run left behind aside before a further run of the same subagent begins, so
 * that nothing old is ever taken for the new run's work. Moves whatever is there, so that it may be
 * repeated after a kill half-way; what lies behind a link is not the subagent's and stays.
 *
 * @throws ContainedFsError IO_ERROR when it cannot be moved: a full disk, for one.
 */
export function archiveEarlierRun(paths: SubagentPaths, earlier: number): void {
  whereReachable(() =>
    withLog(paths, (log) => {
      if (kindWithin(log, logLayout.fullLogs) === "link") removeEntryWithin(log, logLayout.fullLogs);
      const archive = `earlier/run_${earlier}`;
      moveAside(log, logLayout.fullLogs, `${archive}/${logLayout.fullLogs}`);
      moveAside(log, logLayout.liveLogs, `${archive}/${logLayout.liveLogs}`);
    }),
  );
  whereReachable(() =>
    withWorkspace(paths, (workspace) => {
      moveAside(workspace, logLayout.answer, `answer_run_${earlier}.txt`);
      moveAside(workspace, engineLogs, `${engineLogs}_run_${earlier}`);
      // Nobody means the next run who wrote to this one.
      moveAside(workspace, inbox, `${inbox}_run_${earlier}`);
    }),
  );
}

function whereReachable(move: () => void): void {
  try {
    move();
  } catch (error) {
    if (!(error instanceof ContainedFsError) || error.code === "IO_ERROR") throw error;
  }
}

function moveAside(root: ContainedRoot, from: string, wanted: string): void {
  if (kindWithin(root, from) === undefined) return;
  let to = wanted;
  for (let copy = 2; kindWithin(root, to) !== undefined; copy++) to = `${wanted}.${copy}`;
  renameWithin(root, from, to);
}
