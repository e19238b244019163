import { readSubagentStatus } from "@retinue/recovery";
import type { SubagentListEntry } from "@retinue/runtime";
import { lastWords } from "./last-words.ts";
import { teamView, type TeamView } from "./team-view.ts";
import { viewOfEntry } from "./view-of-entry.ts";

/** What is drawn of a row of a list, with its agents as they are now. */
export async function teamOfEntry(entry: SubagentListEntry): Promise<TeamView> {
  const { log_path: logPath, workspace: workspacePath, progress, timeout_seconds: timeoutSeconds } = entry;
  const status = await readSubagentStatus({ logPath, workspacePath });
  const startedMs = Date.parse(entry.started_at ?? "");
  return teamView(
    viewOfEntry(entry),
    status,
    progress === undefined || logPath === undefined ? new Map() : lastWords(logPath),
    { startedMs: Number.isNaN(startedMs) ? undefined : startedMs, timeoutSeconds },
  );
}
