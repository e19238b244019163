import { entryAt } from "@retinue/contained-fs";
import type { BudgetLimits } from "@retinue/engine-contract";
import { dirname } from "node:path";
import { shareBudget } from "../budget/share-budget.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { activeEntry, isOpen, writeActive } from "../own/active-index.ts";
import { subagentPaths } from "../prepare/subagent-paths.ts";
import { setAsideUnlessRecord, type RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "./open-workspace.ts";
import { Run } from "./run.ts";

/**
 * Gives each task its id and reserves it, all or none. Undefined stands for an id that is to be made up. An earlier
 * subagent of an id becomes that of `parentAgentId`.
 *
 * @param limits What each may spend by itself.
 * @throws RuntimeError ALREADY_RUNNING when an id is at work in any server of this workspace; BUDGET_SPENT.
 */
export function reserveRuns(
  workspace: OpenWorkspace,
  wanted: readonly (string | undefined)[],
  parentAgentId: string,
  limits: readonly (BudgetLimits | undefined)[],
): Promise<Run[]> {
  const { settings, logDirectory, state, lock } = workspace;
  return lock.run(() => {
    for (const id of wanted) if (id !== undefined && isRunning(workspace, id)) throw alreadyRunning(id);
    const budgets = shareBudget(workspace, limits);
    const known = new Set(wanted);
    const isUsed = (id: string) => {
      if (known.has(id) || isRunning(workspace, id)) return true;
      const { workspace: own, logPath } = subagentPaths(settings.workspace, logDirectory, id);
      return entryAt(dirname(own)) !== undefined || entryAt(logPath) !== undefined;
    };
    const ids = wanted.map((id) => {
      const given = id ?? nextFreeId(isUsed);
      known.add(given);
      return given;
    });
    const runs = ids.map((id, index) => {
      const paths = subagentPaths(settings.workspace, logDirectory, id);
      const record = setAsideUnlessRecord(paths.runRecord);
      const ours = record && { ...record, parent_agent_id: parentAgentId };
      return new Run(workspace, paths, (record?.runs.length ?? 0) + 1, ours, budgets[index]);
    });
    try {
      for (const run of runs) writeActive(state.active, run.activeEntry);
    } catch (error) {
      for (const run of runs) run[Symbol.dispose]();
      throw error;
    }
    return runs;
  });
}

/**
 * Reserves a further run of a subagent.
 *
 * @param known Reads the record; under the lock, where no server records the end of an earlier run any more.
 * @throws RuntimeError ALREADY_RUNNING, BUDGET_SPENT, and what `known` throws.
 */
export function reserveFurtherRun(
  workspace: OpenWorkspace,
  known: () => RecordedRun,
  limits: BudgetLimits | undefined,
): Promise<Run> {
  return workspace.lock.run(() => {
    const { paths, record } = known();
    if (isRunning(workspace, paths.subagentId)) throw alreadyRunning(paths.subagentId);
    const [budget] = shareBudget(workspace, [limits]);
    const run = new Run(workspace, paths, record.runs.length + 1, record, budget);
    writeActive(workspace.state.active, run.activeEntry);
    return run;
  });
}

/** Asked of the one note: what a spawn costs does not grow with what else is open. */
function isRunning({ state }: OpenWorkspace, subagentId: string): boolean {
  const entry = activeEntry(state.active, subagentId);
  return entry !== undefined && isOpen(entry);
}

function alreadyRunning(subagentId: string): RuntimeError {
  return new RuntimeError("ALREADY_RUNNING", `subagent ${subagentId} is already running`, {
    remedy: "Wait for it, send it a message, cancel it, or use another id.",
    details: { subagent_id: subagentId },
    retryable: true,
  });
}

/**
 * `subagent_<n>`, as MassGen names them, the one after one that was used. Found by doubling and halving: what it
 * costs does not grow with the runs that ever were.
 */
function nextFreeId(isUsed: (id: string) => boolean): string {
  const name = (number: number) => `subagent_${number}`;
  let free = 1;
  while (isUsed(name(free))) free *= 2;
  let used = Math.floor(free / 2);
  while (free - used > 1) {
    const middle = Math.floor((free + used) / 2);
    if (isUsed(name(middle))) used = middle;
    else free = middle;
  }
  return name(free);
}
