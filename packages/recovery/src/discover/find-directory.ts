import { basename, join } from "node:path";
import { withRoot } from "@retinue/contained-fs";
import { logLayout, newestFirst } from "@retinue/engine-contract";
import { newestAttempt } from "../locate/attempts.ts";
import { shownPath } from "../locate/place.ts";
import { RecoveryError } from "../recovery-error.ts";
import { directoriesOf, entriesOf } from "./entries-of.ts";
import type { FoundDirectory } from "./found-directory.ts";
import { attemptAbove, isAttempt, isSubagentLog, isWorkspace, surroundings } from "./recognize.ts";

/**
 * Finds out what a directory is: a subagent's log directory, a directory of logs, one attempt, a
 * runtime workspace, or a directory above exactly one subagent.
 *
 * @throws RecoveryError NOTHING_FOUND; UNREADABLE where what may be one cannot be looked into; AMBIGUOUS with the
 * directories to choose from.
 */
export function findDirectory(directory: string): FoundDirectory {
  const failed: string[] = [];
  const found = recognized(directory, failed);
  if (found !== undefined) return found;
  if (failed.length > 0) throw unreadableDirectory(directory, failed);
  throw new RecoveryError("NOTHING_FOUND", `${directory} holds no log of a subagent`, {
    remedy:
      "Name a subagent's log directory (it holds full_logs or live_logs), an engine's log_<timestamp> " +
      "directory, or the runtime workspace.",
    details: { directory },
  });
}

// `workspace/.massgen/massgen_logs` and `subagents/<id>`, of one inside another.
const maxLevels = 6;
/** A parent starts some; each is looked into. */
const maxSubagents = 1000;
/** Named in an error. */
const maxChoices = 100;

function recognized(directory: string, failed: string[], level = 0): FoundDirectory | undefined {
  if (level > maxLevels) return undefined;
  const entries = entriesOf(directory, failed);
  if (isSubagentLog(entries)) return { kind: "subagent", logPath: directory };
  const above = attemptAbove(directory, entries);
  if (above !== undefined) return { kind: "attempt", ...surroundings(above) };
  if (isAttempt(directory, entries)) return { kind: "attempt", ...surroundings(directory) };
  for (const kind of ["log", "turn", "attempt"] as const) {
    if (newestFirst(kind, [...entries.keys()]).length === 0) continue;
    const newest = withRoot(directory, (root) => newestAttempt({ root, path: "" }, kind));
    if (newest !== undefined) return { kind: "run", ...surroundings(shownPath(newest)) };
  }
  if (entries.get("subagents") === "directory") return onlyOne(join(directory, "subagents"), failed, level);
  if (basename(directory) === "subagents") return onlyOne(directory, failed, level);
  if (entries.get(logLayout.massgenLogs) === "directory")
    return recognized(join(directory, logLayout.massgenLogs), failed, level + 1);
  if (isWorkspace(entries)) return { kind: "workspace", workspacePath: directory };
  if (entries.get(logLayout.workspace) === "directory")
    return recognized(join(directory, logLayout.workspace), failed, level + 1);
  return undefined;
}

function unreadableDirectory(directory: string, failed: readonly string[]): RecoveryError {
  const shown = failed.slice(0, maxChoices).join("\n  ");
  return new RecoveryError("UNREADABLE", `${directory} cannot be looked into, or not all of it`, {
    remedy: `Run this as a user who may read it, or let yourself read it:\n  ${shown}`,
    details: { directory, failed },
  });
}

function onlyOne(directory: string, failed: string[], level: number): FoundDirectory | undefined {
  const all = directoriesOf(entriesOf(directory, failed));
  const below = all.slice(0, maxSubagents);
  const found = below
    .map((name) => recognized(join(directory, name), failed, level + 1))
    .filter((one) => one !== undefined);
  if (found.length <= 1) return found[0];
  const choices = below.toSorted().map((name) => join(directory, name));
  const shown = choices.slice(0, maxChoices);
  const more = choices.length > shown.length ? `\n  and ${choices.length - shown.length} more` : "";
  const count = all.length > below.length ? `at least ${found.length}` : found.length;
  throw new RecoveryError("AMBIGUOUS", `${directory} holds ${count} subagents`, {
    remedy: `Name one of them:\n  ${shown.join("\n  ")}${more}`,
    details: { choices },
  });
}
