import { basename, dirname, join } from "node:path";
import { withRoot, type EntryKind } from "@retinue/contained-fs";
import { isSnapshotName, logLayout, newestFirst } from "@retinue/engine-contract";
import { newestAttempt } from "../locate/attempts.ts";
import { shownPath } from "../locate/place.ts";
import { agentSnapshots } from "../read/agent-snapshots.ts";
import { RecoveryError } from "../recovery-error.ts";
import { entriesOf } from "./entries-of.ts";
import type { FoundDirectory } from "./found-directory.ts";

type Entries = ReadonlyMap<string, EntryKind>;

const logNames = [
  logLayout.fullLogs,
  logLayout.liveLogs,
  logLayout.runRecord,
  logLayout.conversation,
  logLayout.olderConversation,
];

/**
 * Finds out what a directory is: a subagent's log directory, a directory of logs, one attempt, a
 * runtime workspace, or a directory above exactly one subagent.
 *
 * @throws RecoveryError NOTHING_FOUND, or AMBIGUOUS with the directories to choose from.
 */
export function findDirectory(directory: string): FoundDirectory {
  const found = recognized(directory);
  if (found !== undefined) return found;
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

function recognized(directory: string, level = 0): FoundDirectory | undefined {
  if (level > maxLevels) return undefined;
  const entries = entriesOf(directory);
  if (logNames.some((name) => entries.has(name))) return { kind: "subagent", logPath: directory };
  const above = attemptAbove(directory, entries);
  if (above !== undefined) return { kind: "attempt", ...surroundings(above) };
  if (isAttempt(directory, entries)) return { kind: "attempt", ...surroundings(directory) };
  for (const kind of ["log", "turn", "attempt"] as const) {
    if (newestFirst(kind, [...entries.keys()]).length === 0) continue;
    const newest = withRoot(directory, (root) => newestAttempt({ root, path: "" }, kind));
    if (newest !== undefined) return { kind: "run", ...surroundings(shownPath(newest)) };
  }
  if (entries.get("subagents") === "directory") return onlyOne(join(directory, "subagents"), level);
  if (basename(directory) === "subagents") return onlyOne(directory, level);
  if (entries.get(logLayout.massgenLogs) === "directory")
    return recognized(join(directory, logLayout.massgenLogs), level + 1);
  if (isWorkspace(entries)) return { kind: "workspace", workspacePath: directory };
  if (entries.get(logLayout.workspace) === "directory")
    return recognized(join(directory, logLayout.workspace), level + 1);
  return undefined;
}

function onlyOne(directory: string, level: number): FoundDirectory | undefined {
  const all = [...entriesOf(directory)].filter(([, kind]) => kind === "directory").map(([name]) => name);
  const below = all.slice(0, maxSubagents);
  const found = below
    .map((name) => recognized(join(directory, name), level + 1))
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

/** The attempt that an agent's directory belongs to, or one of its snapshots: what lies there is one answer of a team. */
function attemptAbove(directory: string, entries: Entries): string | undefined {
  const parent = dirname(directory);
  const isOfAgent = [...entries.keys()].some(isSnapshotName);
  const above = isSnapshotName(basename(directory)) ? dirname(parent) : isOfAgent ? parent : undefined;
  return above !== undefined && isAttempt(above, entriesOf(above)) ? above : undefined;
}

function isAttempt(directory: string, entries: Entries): boolean {
  if (entries.get(logLayout.status) === "file") return true;
  return withRoot(directory, (root) => agentSnapshots({ root, path: "" }).size > 0);
}

function isWorkspace(entries: Entries): boolean {
  const names = [...entries.keys()];
  return (
    entries.get(logLayout.massgen) === "directory" ||
    entries.has(logLayout.answer) ||
    names.some((name) => /^subagent_config_.+\.yaml$/.test(name))
  );
}

/** The log directory or the runtime workspace that an attempt lies in, by its path. */
function surroundings(attemptPath: string): Omit<FoundDirectory, "kind"> {
  let base = attemptPath;
  for (const pattern of [/^attempt_/, /^turn_/, /^log_/])
    if (pattern.test(basename(base))) base = dirname(base);
  if (basename(base) === logLayout.liveLogs) return { attemptPath, logPath: dirname(base) };
  if (basename(base) === logLayout.massgenLogs && basename(dirname(base)) === logLayout.massgen) {
    return { attemptPath, workspacePath: dirname(dirname(base)) };
  }
  return basename(base) === logLayout.fullLogs ? { attemptPath, logPath: dirname(base) } : { attemptPath };
}
