import { basename, dirname } from "node:path";
import { kindWithin, withRoot } from "@retinue/contained-fs";
import { supervisorFiles, supervisorPath, usageOfSpending, type Run } from "@retinue/engine-contract";
import { readSubagentStatus, recover, type FoundDirectory } from "@retinue/recovery";
import { livenessOf } from "@retinue/runtime";
import {
  simplifyStatus,
  subagentResultSchema,
  type OrchestratorStatus,
  type SimplifiedStatus,
} from "@retinue/status-model";
import { recordIn } from "../account/record-in.ts";
import { silentSeconds } from "./silent-seconds.ts";

/** What a person is shown of a run, and whether more can come. */
export interface RunView {
  readonly view: SimplifiedStatus;
  readonly ended: boolean;
  /** Why it is taken as over, where nothing says so. */
  readonly remark?: string | undefined;
}

/** What it takes to stop a run that does not want to, and as much again. */
const stoppingSeconds = 60;
/** MassGen writes with every change, and ends a run after ten minutes by default; ours writes every two seconds. */
const mostSilentSeconds = 600;

/**
 * Reads where the run in a directory stands, from its files alone. A run that ended has the status
 * of its result: from run.json, or by recovery where nobody has written one down.
 */
export async function readRunView(directory: string, found: FoundDirectory): Promise<RunView> {
  const status = await readSubagentStatus(found);
  const run = currentRun(found);
  const written = run?.state === "ended" ? subagentResultSchema.safeParse(run.result).data : undefined;
  const isOver =
    written !== undefined || (run === undefined ? status?.is_complete === true : hasEnded(found, run));
  const remark = isOver ? undefined : whyOver(found, run, status);
  const ended = isOver || remark !== undefined;
  const result = written ?? (ended ? (await recover(directory)).result : undefined);
  const view = simplifyStatus({
    subagentId: nameOf(found, directory),
    status,
    result,
    budget: run?.budget,
    counted: run?.models && usageOfSpending(run.models),
    task: run?.task,
    workspace: found.workspacePath,
    startedAt: run?.started_at,
  });
  return { view, ended, remark };
}

/** Nothing says that it has ended; what shows that it has all the same. */
function whyOver(
  found: FoundDirectory,
  run: Run | undefined,
  status: OrchestratorStatus | undefined,
): string | undefined {
  if (run === undefined) {
    const silent = silentSeconds(found, status);
    if (silent === undefined || silent <= mostSilentSeconds) return undefined;
    return `nothing says how it ended, and its engine last wrote ${ago(silent)} ago: it is taken as cut off`;
  }
  const alive = [run.process, run.supervisor].map((each) => each && livenessOf(each));
  if (alive.includes(true)) return undefined;
  const about = `run.json says that run ${run.number} is ${run.state}`;
  if (alive.includes(false)) return `${about}, but its processes are gone`;
  const late = (Date.now() - Date.parse(run.deadline)) / 1000;
  return late > stoppingSeconds ? `${about}, but its deadline passed ${ago(late)} ago` : undefined;
}

function ago(seconds: number): string {
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 2 * 86_400
    ? `${Math.round(seconds / 3600)} hours`
    : `${Math.round(seconds / 86_400)} days`;
}

/** The last run, as run.json has it; undefined without one. */
export function currentRun({ logPath }: FoundDirectory): Run | undefined {
  if (logPath === undefined) return undefined;
  return recordIn(logPath)?.runs.at(-1);
}

/** Its supervisor has written down the end, though no server has finished the run. */
function hasEnded({ logPath }: FoundDirectory, { state, number }: Run): boolean {
  if (state === "ended" || logPath === undefined) return state === "ended";
  const record = `${supervisorPath(number)}/${supervisorFiles.ended}`;
  return withRoot(logPath, (root) => kindWithin(root, record)) === "file";
}

function nameOf({ logPath, workspacePath }: FoundDirectory, directory: string): string {
  if (logPath !== undefined) return basename(logPath);
  return basename(workspacePath === undefined ? directory : dirname(workspacePath));
}
