import { basename, dirname, join } from "node:path";
import { kindWithin, readText, withRoot } from "@retinue/contained-fs";
import {
  logLayout,
  maxRunRecordBytes,
  parseRunRecord,
  supervisorFiles,
  supervisorPath,
  type Run,
} from "@retinue/engine-contract";
import { readSubagentStatus, recover, type FoundDirectory } from "@retinue/recovery";
import { simplifyStatus, subagentResultSchema, type SimplifiedStatus } from "@retinue/status-model";

/** What a person is shown of a run, and whether more can come. */
export interface RunView {
  readonly view: SimplifiedStatus;
  readonly ended: boolean;
}

/**
 * Reads where the run in a directory stands, from its files alone. A run that ended has the status
 * of its result: from run.json, or by recovery where nobody has written one down.
 */
export async function readRunView(directory: string, found: FoundDirectory): Promise<RunView> {
  const status = await readSubagentStatus(found);
  const run = currentRun(found);
  const written = run?.state === "ended" ? subagentResultSchema.safeParse(run.result).data : undefined;
  const ended =
    written !== undefined || (run === undefined ? status?.is_complete === true : hasEnded(found, run));
  const result = written ?? (ended ? (await recover(directory)).result : undefined);
  const view = simplifyStatus({
    subagentId: nameOf(found, directory),
    status,
    result,
    task: run?.task,
    workspace: found.workspacePath,
    startedAt: run?.started_at,
  });
  return { view, ended };
}

function currentRun({ logPath }: FoundDirectory): Run | undefined {
  if (logPath === undefined) return undefined;
  const text = readText(join(logPath, logLayout.runRecord), { maxBytes: maxRunRecordBytes });
  return text === undefined ? undefined : parseRunRecord(text).runs.at(-1);
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
