import { partSpent, wrapUpPart } from "@retinue/engine-contract";
import { readSubagentStatus } from "@retinue/recovery";
import { tokenUsage } from "@retinue/status-model";
import { writeMessage } from "../message/write-message.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";

const wrapUp = {
  content: "What this run may spend is almost used up. Give your best answer now, and begin nothing new.",
  source: "parent",
  target_agents: null,
  kind: "wrap_up",
} as const;

/**
 * Holds the budget of a run whose engine knows none, by what its status says it has spent: its team is told to finish,
 * then it is stopped. Returns what is to be called when the status has changed, which never throws.
 */
export function holdByStatus(run: RecordedRun, stop: () => Promise<void>): () => void {
  const { budget, engine } = currentRun(run.record);
  if (budget === undefined || engine === "retinue-child") return () => {};
  const { paths } = run;
  let isTold = false;
  const look = async () => {
    const status = await readSubagentStatus({ logPath: paths.logPath, workspacePath: paths.workspace });
    const part = partSpent(budget, tokenUsage(status));
    if (part >= 1) await stop();
    if (part < wrapUpPart || isTold) return;
    isTold = true;
    writeMessage(paths, wrapUp, new Date());
  };
  // What cannot be read or told now may be at the next change.
  return () => void look().catch(() => {});
}
