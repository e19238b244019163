import { entryAt } from "@retinue/contained-fs";
import { basename, join } from "node:path";
import type { KeptChanges, KeptSubagent } from "../contract/cleaning.ts";
import { activeEntry } from "../own/active-index.ts";
import { readRunRecord, type RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { SubagentFiles } from "./subagent-files.ts";

type Reason = Pick<KeptSubagent, "because" | "changes" | "detail">;

/** Why a subagent is kept, whatever is asked for; undefined: it can go. */
export async function whyKept(workspace: OpenWorkspace, files: SubagentFiles): Promise<Reason | undefined> {
  const open = whyOpen(workspace, files);
  if (open !== undefined) return open;
  for (const record of files.records) {
    const found = await changesIn(record, workspace);
    if (typeof found === "string") return { because: "changes", detail: found };
    if (found.length > 0) return { because: "changes", changes: found };
  }
  return undefined;
}

/** What another process may change at any time: asked again under the workspace's lock. */
export function whyOpen(
  { state, offers }: OpenWorkspace,
  { subagentId, records }: SubagentFiles,
): Reason | undefined {
  if (records.length === 0) return { because: "unknown" };
  if (activeEntry(state.active, subagentId) !== undefined || !records.every(isAsItWas))
    return { because: "running" };
  const isUnread = offers.entries.some((entry) => entry.subagent_id === subagentId);
  return isUnread ? { because: "unread" } : undefined;
}

/** Ended, and not continued since it was looked at. */
function isAsItWas({ paths, record }: RecordedRun): boolean {
  try {
    const now = readRunRecord(paths.runRecord);
    return now?.runs.length === record.runs.length && now.runs.every(({ state }) => state === "ended");
  } catch {
    // Of what cannot be read just now nobody knows that it is over.
    return false;
  }
}

/** Where a subagent's changes are that nobody has taken over, or why that cannot be told. */
async function changesIn(
  { paths, record }: RecordedRun,
  { settings: { environment } }: OpenWorkspace,
): Promise<readonly KeptChanges[] | string> {
  const recorded = record.runs.flatMap(({ changes }) =>
    changes === undefined ? [] : [basename(changes.directory)],
  );
  // The clone has the paths of before, and would find none of its trees.
  if (recorded.length > 0 && record.workspace !== paths.workspace)
    return `in ${paths.workspace}, which has been renamed since`;
  const { changesLeft } = recorded.length === 0 ? {} : await import("@retinue/changes");
  const changes: KeptChanges[] = [];
  for (const name of new Set(recorded)) {
    const directory = join(paths.logPath, "changes", name);
    if (entryAt(directory) === undefined) return `in ${paths.workspace}; ${directory} is gone`;
    try {
      changes.push(...((await changesLeft?.({ directory, environment })) ?? []));
    } catch (error) {
      return (error as Error).message;
    }
  }
  return changes;
}
