import { startOf } from "../../live/view-of-entry.ts";
import { WatchedWorkspaces } from "../../workspaces/watched-workspaces.ts";
import type { WorkspaceRow } from "../../workspaces/workspace-row.ts";
import { rowOfEntry } from "./row-of-entry.ts";
import type { ListedRun, RunSource } from "./run-source.ts";

export interface WatchedPlaces {
  /** A parent's workspace, absolute; undefined: every one that is known of this user. */
  readonly workspace: string | undefined;
  /** Where this user's workspaces are noted. */
  readonly index: string | undefined;
  /** What a manager says. */
  readonly say: (message: string) => void;
}

/** The runs of a parent's workspace, or of all, newest first. What it watches them with is closed with it. */
export async function workspaceSource({ workspace, index, say }: WatchedPlaces): Promise<RunSource> {
  let changed = Promise.withResolvers<void>();
  const onRows = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const watched = new WatchedWorkspaces({ onRows, say });
  if (workspace !== undefined) watched.add(workspace);
  else if (index !== undefined) watched.addKnown(index);
  const several = workspace === undefined;
  const listed = () =>
    watched.rows
      .toSorted((a, b) => startOf(b.entry).localeCompare(startOf(a.entry)))
      .map((row) => listedRun(watched, row, several));
  await watched.looked();
  return {
    of: workspace ?? "every workspace",
    readOnly: false,
    async *listings(signal) {
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      while (!signal.aborted) {
        // Before the look, so that nothing that comes after it is missed.
        const { promise } = changed;
        yield { runs: listed(), problems: watched.problems };
        await Promise.race([promise, aborted]);
      }
    },
    async find(key) {
      const known = () => listed().find(({ row }) => row.key === key);
      const run = known();
      // Of one that goes on the list may know less than there is by now.
      if (run?.row.goesOn === false) return run;
      await watched.look();
      return known();
    },
    [Symbol.asyncDispose]: () => watched[Symbol.asyncDispose](),
  };
}

function listedRun(
  watched: WatchedWorkspaces,
  { workspace, entry }: WorkspaceRow,
  several: boolean,
): ListedRun {
  const { log_path: logPath, workspace: workspacePath } = entry;
  return {
    row: rowOfEntry(entry, { workspace, several }),
    subagentId: entry.subagent_id,
    found: { kind: "subagent", logPath, workspacePath },
    directory: logPath,
    owner: { workspace, manager: watched.managerOf(workspace) },
  };
}
