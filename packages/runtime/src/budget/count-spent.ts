import { tokenUsageSchema } from "@retinue/status-model";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { addToTally } from "./budget-tally.ts";

/** Counts what a run that is recorded as ended has spent, where its parent has a budget. Under the workspace's lock. */
export function countSpent(
  { settings, state }: Pick<OpenWorkspace, "settings" | "state">,
  { paths, record }: RecordedRun,
): void {
  const { subagent_max_total_cost: cost, subagent_max_total_tokens: tokens } = settings.coordination;
  if ((cost ?? tokens ?? undefined) === undefined) return;
  const usage = tokenUsageSchema.safeParse(currentRun(record).result?.["token_usage"]).data ?? {};
  addToTally(state, { subagent_id: paths.subagentId, run: record.runs.length }, usage);
}
