import type { RunRecord } from "@retinue/engine-contract";
import { finishRun } from "../finish/finish-run.ts";
import { archiveEarlierRun } from "../prepare/archive-earlier-run.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { appendConversation } from "../record/conversation.ts";
import { currentRun, writeRunRecord } from "../record/run-record-file.ts";
import { liveRun, type LiveRun } from "./live-run.ts";
import type { ManagerContext } from "./manager-context.ts";
import { startRun } from "./start-run.ts";

/**
 * Takes a reserved run from its record to its launch. `prepare` lays out what the run needs, may add
 * to its record, and returns the engine's command; when it fails, that is how the run ended. Never rejects.
 */
export async function beginRun(
  context: ManagerContext,
  paths: SubagentPaths,
  record: RunRecord,
  prepare: (run: LiveRun) => Promise<readonly string[]>,
): Promise<LiveRun> {
  const run = liveRun(paths, record);
  const { task, started_at } = currentRun(record);
  context.live.set(paths.subagentId, run);
  try {
    archiveEarlierRun(paths, run.number - 1);
    const command = await prepare(run);
    writeRunRecord(paths.runRecord, run.record);
    appendConversation(paths.conversation, { role: "user", content: task, run: run.number }, new Date());
    void startRun(context, run, command);
  } catch (error) {
    const reason = `The run could not be prepared: ${(error as Error).message}`;
    void finishRun(context, run, { ending: "error", exit_code: null, ended_at: started_at, reason });
  }
  return run;
}
