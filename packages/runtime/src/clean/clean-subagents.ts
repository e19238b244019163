import { entryAt } from "@retinue/contained-fs";
import { isId } from "@retinue/engine-contract";
import { dirname, join } from "node:path";
import {
  cleanOptionsSchema,
  type CleanedSubagent,
  type Cleaning,
  type CleanOptions,
  type KeptSubagent,
} from "../contract/cleaning.ts";
import { underLock } from "../own/workspace-lock.ts";
import { logDirectories } from "../record/recorded-rows.ts";
import { jobStatus } from "../record/registry-row.ts";
import { logPathOf, registryPath, removeRegistryRows } from "../record/registry.ts";
import { currentRun } from "../record/run-record-file.ts";
import { requireArguments } from "../require-arguments.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { chooseRemovable } from "./choose-removable.ts";
import { asideBytes, putAside, removeAside } from "./put-aside.ts";
import { subagentFiles, type SubagentFiles } from "./subagent-files.ts";
import { whyKept, whyOpen } from "./why-kept.ts";

interface Item {
  readonly files: SubagentFiles;
  readonly cleaned: CleanedSubagent;
  readonly endedMs: number;
  readonly bytes: number;
}

/**
 * Removes what is left of subagents that ended: workspace, logs and row in the registry. What goes on, what nobody has
 * read, and what holds changes that nobody has applied or merged is kept; so are the totals of their log directories. A
 * subagent goes out of sight by renames under the workspace's lock, then out of the registry, and is deleted last: a kill
 * leaves what the next cleaning removes, and nothing that counts for a subagent.
 */
export async function cleanSubagents(workspace: OpenWorkspace, options: CleanOptions): Promise<Cleaning> {
  const { dryRun = true } = requireArguments("clean", cleanOptionsSchema, options);
  const items: Item[] = [];
  const kept: KeptSubagent[] = [];
  const all = await subagentFiles(workspace);
  for (const files of all) {
    const { subagentId, bytes } = files;
    const reason = await whyKept(workspace, files);
    if (reason === undefined) items.push(itemOf(files));
    else if (!isGone(files)) kept.push({ subagentId, bytes, ...reason });
  }
  const otherBytes = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const choice = chooseRemovable(items, otherBytes, options, Date.now());
  for (const { item, because } of choice.kept)
    kept.push({ subagentId: item.files.subagentId, bytes: item.bytes, because });
  const places = placesOf(workspace, all);
  const leftBytes = await asideBytes(places);
  if (dryRun) {
    return { removed: choice.removed.map(({ cleaned }) => cleaned), kept, failed: [], leftBytes, stuck: [] };
  }
  const removed: CleanedSubagent[] = [];
  const failed: { subagentId: string; message: string }[] = [];
  for (const { files, cleaned } of choice.removed) {
    try {
      await workspace.lock.run(() => {
        const reason = whyOpen(workspace, files);
        if (reason !== undefined) throw new Error(`it is ${reason.because} by now`);
        putAside(files.directories);
      });
      removed.push(cleaned);
    } catch (error) {
      failed.push({ subagentId: files.subagentId, message: (error as Error).message });
    }
  }
  await removeRows(workspace);
  return { removed, kept, failed, leftBytes, stuck: await removeAside(places) };
}

function itemOf(files: SubagentFiles): Item {
  const { subagentId, records, bytes } = files;
  const { record } = records.at(-1) as SubagentFiles["records"][number];
  const { ended, started_at } = currentRun(record);
  const endedAt = ended?.ended_at ?? started_at;
  const task = record.runs[0]?.task ?? "";
  const cleaned = { subagentId, status: jobStatus(record), endedAt, task, bytes };
  return { files, cleaned, endedMs: Date.parse(endedAt), bytes };
}

/** Only its row is left, by a cleaning that was killed. */
function isGone({ records, directories }: SubagentFiles): boolean {
  return records.length === 0 && directories.every((directory) => entryAt(directory) === undefined);
}

/** The directories that hold what could be put aside, or was. */
function placesOf({ settings, logDirectory }: OpenWorkspace, all: readonly SubagentFiles[]): string[] {
  const { workspace } = settings;
  return [
    join(workspace, "subagents"),
    ...logDirectories(workspace, logDirectory).map((attempt) => join(attempt, "subagents")),
    ...all.flatMap(({ directories }) => directories.map((directory) => dirname(directory))),
  ];
}

/** Takes the rows away of which there is neither a log nor a workspace; one that names no log, or no id, is not ours. */
async function removeRows({ settings: { workspace }, state }: OpenWorkspace): Promise<void> {
  const isThere = (...path: string[]) => entryAt(join(...path)) !== undefined;
  await underLock(state.registryLock, () =>
    removeRegistryRows(registryPath(workspace), (row) => {
      const logPath = logPathOf(row, workspace);
      if (logPath === undefined || !isId(row.subagent_id)) return false;
      return !isThere(logPath) && !isThere(workspace, "subagents", row.subagent_id);
    }),
  );
}
