import { writeSpawnStatus } from "../record/spawn-status.ts";
import { currentRun } from "../record/run-record-file.ts";
import type { Run } from "../run/run.ts";

/** Shows MassGen's display which subagents a blocking call waits for; what cannot be shown is logged. */
export function announceSpawn(
  parentWorkspace: string,
  runs: readonly Run[],
  log: (message: string) => void,
): void {
  const subagents = runs.map(({ paths, record }) => {
    const { task, timeout_seconds } = currentRun(record);
    const { subagentId: subagent_id, workspace, logPath: log_path } = paths;
    return { subagent_id, task, timeout_seconds, workspace, log_path };
  });
  const notShown = ({ message }: Error) => log(`The spawn could not be shown: ${message}`);
  try {
    const showResults = writeSpawnStatus(parentWorkspace, subagents);
    void Promise.all(runs.map(({ result }) => result))
      .then(showResults)
      .catch(notShown);
  } catch (error) {
    notShown(error as Error);
  }
}
