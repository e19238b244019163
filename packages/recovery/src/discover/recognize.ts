import { basename, dirname } from "node:path";
import { withRoot, type EntryKind } from "@retinue/contained-fs";
import { isSnapshotName, logLayout } from "@retinue/engine-contract";
import { agentSnapshots } from "../read/agent-snapshots.ts";
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

/** Whether what lies there is a subagent's log directory. */
export function isSubagentLog(entries: Entries): boolean {
  return logNames.some((name) => entries.has(name));
}

/** The attempt that an agent's directory belongs to, or one of its snapshots: what lies there is one answer of a team. */
export function attemptAbove(directory: string, entries: Entries): string | undefined {
  const parent = dirname(directory);
  const isOfAgent = [...entries.keys()].some(isSnapshotName);
  const above = isSnapshotName(basename(directory)) ? dirname(parent) : isOfAgent ? parent : undefined;
  return above !== undefined && isAttempt(above, entriesOf(above)) ? above : undefined;
}

/** Whether it is one attempt of an engine. */
export function isAttempt(directory: string, entries: Entries): boolean {
  if (entries.get(logLayout.status) === "file") return true;
  return withRoot(directory, (root) => agentSnapshots({ root, path: "" }).size > 0);
}

/** Whether a run worked there, by the configuration that was generated for it. */
export function isRuntimeWorkspace(entries: Entries): boolean {
  return [...entries.keys()].some((name) => /^subagent_config_.+\.yaml$/.test(name));
}

/** Whether it can be taken for one, where somebody names it. */
export function isWorkspace(entries: Entries): boolean {
  return (
    entries.get(logLayout.massgen) === "directory" ||
    entries.has(logLayout.answer) ||
    isRuntimeWorkspace(entries)
  );
}

/** The log directory or the runtime workspace that an attempt lies in, by its path. */
export function surroundings(attemptPath: string): Omit<FoundDirectory, "kind"> {
  let base = attemptPath;
  for (const pattern of [/^attempt_/, /^turn_/, /^log_/])
    if (pattern.test(basename(base))) base = dirname(base);
  if (basename(base) === logLayout.liveLogs) return { attemptPath, logPath: dirname(base) };
  if (basename(base) === logLayout.massgenLogs && basename(dirname(base)) === logLayout.massgen) {
    return { attemptPath, workspacePath: dirname(dirname(base)) };
  }
  return basename(base) === logLayout.fullLogs ? { attemptPath, logPath: dirname(base) } : { attemptPath };
}
