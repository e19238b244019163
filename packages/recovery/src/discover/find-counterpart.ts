import { readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { withRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { directoriesIn, everyAttempt } from "../locate/attempts.ts";
import { shownPath, within } from "../locate/place.ts";
import { entriesOf } from "./entries-of.ts";

/**
 * The runtime workspace of a log directory, by its run record or its link. Only a path of the form
 * `…/subagents/<the same id>/workspace` is taken: the run itself could have written another one.
 */
export function workspaceOf(logPath: string, recorded: string | undefined): string | undefined {
  return [recorded, linkTarget(join(logPath, logLayout.workspace))].find(
    (path) => path !== undefined && hasWorkspaceForm(path, basename(logPath)),
  );
}

/** Whether a path is `…/subagents/<id>/workspace`. */
export function hasWorkspaceForm(path: string, id: string): boolean {
  const parent = dirname(path);
  return (
    basename(path) === logLayout.workspace &&
    basename(parent) === id &&
    basename(dirname(parent)) === "subagents"
  );
}

function linkTarget(link: string): string | undefined {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch {
    // A copy of the workspace, or nothing.
    return undefined;
  }
}

/**
 * The log directory of a runtime workspace `<parent>/subagents/<id>/workspace`, where the parent logs
 * by default: `<parent>/.massgen/massgen_logs/log_<newest>/turn_<n>/attempt_<n>/subagents/<id>`.
 */
export function logPathOf(workspacePath: string): string | undefined {
  const id = basename(dirname(workspacePath));
  if (!hasWorkspaceForm(workspacePath, id)) return undefined;
  const parent = dirname(dirname(dirname(workspacePath)));
  const logs = join(parent, logLayout.massgen, logLayout.massgenLogs);
  if (entriesOf(logs).size === 0) return undefined;
  return withRoot(logs, (root) => {
    for (const attempt of everyAttempt({ root, path: "" })) {
      const subagents = within(attempt, "subagents");
      if (directoriesIn(subagents).includes(id)) return shownPath(within(subagents, id));
    }
    return undefined;
  });
}
