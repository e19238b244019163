import { readSubagentStatus, type FoundDirectory } from "@retinue/recovery";
import type { SimplifiedStatus } from "@retinue/status-model";
import { lastWords } from "../live/last-words.ts";
import { teamView, type TeamView } from "../live/team-view.ts";
import { currentRun } from "../watch/run-view.ts";

/** What is drawn of a run whose files are watched. */
export async function watchedTeam(view: SimplifiedStatus, found: FoundDirectory): Promise<TeamView> {
  const { started_at = "" } = view;
  const startedMs = Date.parse(started_at);
  return teamView(
    view,
    await readSubagentStatus(found),
    found.logPath === undefined ? new Map() : lastWords(found.logPath),
    {
      startedMs: Number.isNaN(startedMs) ? undefined : startedMs,
      timeoutSeconds: currentRun(found)?.timeout_seconds,
    },
  );
}
