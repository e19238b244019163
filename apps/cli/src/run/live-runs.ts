import { readSubagentStatus } from "@retinue/recovery";
import type { SpawnedSubagent } from "@retinue/runtime";
import type { SimplifiedStatus } from "@retinue/status-model";
import { dirname } from "node:path";
import { followDrafts } from "../live/follow-drafts.ts";
import { lastWords } from "../live/last-words.ts";
import type { LiveView } from "../live/live-view.ts";
import { teamView } from "../live/team-view.ts";

/** Shows a run as it goes, until it is over: with each change of its status, and its agents' words in between. */
export async function liveRun(
  { subagentId, progress, result, statusFile, workspace, timeoutSeconds }: SpawnedSubagent,
  live: LiveView,
): Promise<void> {
  const logPath = dirname(dirname(statusFile));
  let view: SimplifiedStatus = { subagent_id: subagentId, status: "pending" };
  let startedMs: number | undefined;
  const show = async () => {
    if (view.status === "running") startedMs ??= Date.now() - (view.elapsed_seconds ?? 0) * 1000;
    const status = await readSubagentStatus({ logPath, workspacePath: workspace });
    live.show(teamView(view, status, lastWords(logPath), { startedMs, timeoutSeconds }));
  };
  // At once, so that the blocks stand in the order of the tasks.
  live.show(teamView(view, undefined, new Map(), { startedMs, timeoutSeconds }));
  const ending = new AbortController();
  const words = followDrafts(logPath, show, ending.signal);
  try {
    for await (const next of progress()) {
      view = next;
      await show();
    }
    const { status, execution_time_seconds, token_usage } = await result;
    const ended = status === "error" ? "failed" : status;
    view = { ...view, status: ended, elapsed_seconds: execution_time_seconds, token_usage };
  } finally {
    ending.abort();
    await words;
  }
  await show();
}
