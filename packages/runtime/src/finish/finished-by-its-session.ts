import { kindWithin } from "@retinue/contained-fs";
import { logLayout, type RunEnd } from "@retinue/engine-contract";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import { ifReachable, withLog, withWorkspace } from "../prepare/subagent-roots.ts";
import { newestAttempt } from "../watch/newest-attempt.ts";

/**
 * The ending of a run that continued a session of MassGen. 0.1.97 exits with 1 after every such run, once
 * the turn is saved and without writing the output file: with its turn saved, the run is completed.
 */
export function finishedByItsSession({ paths, record }: RecordedRun, end: RunEnd): RunEnd {
  const { engine, session_id } = currentRun(record);
  if (engine !== "massgen" || session_id === undefined || end.ending !== "error" || end.exit_code !== 1)
    return end;
  // Earlier runs' logs are put aside, so the turn that is logged is this run's.
  const turn = ifReachable(() => withLog(paths, (log) => newestAttempt(log, logLayout.liveLogs).names[1]));
  if (turn === undefined) return end;
  const answer = `${logLayout.massgen}/${logLayout.sessions}/${session_id}/${turn}/${logLayout.answer}`;
  const saved = ifReachable(() => withWorkspace(paths, (workspace) => kindWithin(workspace, answer)));
  if (saved !== "file") return end;
  const reason = `MassGen exited with 1 when it had finished and saved ${turn} of ${session_id}`;
  return { ...end, ending: "completed", reason };
}
