import {
  ContainedFsError,
  kindWithin,
  listWithin,
  resolveLinkWithin,
  type ContainedRoot,
  type EntryKind,
} from "@retinue/contained-fs";
import {
  logLayout,
  newestAttempt as followNewest,
  newestFirst,
  type AttemptLevel,
} from "@retinue/engine-contract";
import { shownPath, within, type Place } from "./place.ts";
import { allowance, mayLook } from "./reading-allowance.ts";
import type { Sources } from "./sources.ts";
import { noteFailure } from "./unreadable.ts";

const maxNames = 10_000;

/**
 * The directories in which the engine may have written its log, best first: the one that was
 * named, `full_logs`, the newest attempt of `live_logs`, the newest one of the runtime workspace. Found as they are asked for,
 * because the first one mostly is enough.
 */
export function* attempts(sources: Sources, problems: string[]): Generator<Place> {
  const { log, attempt } = sources;
  if (attempt !== undefined) yield { root: attempt, path: "" };
  if (log !== undefined) {
    const linked = fullLogs(log, problems);
    const newest = linked === undefined || isOutdated(linked) ? newestAttempt(liveLogs(log)) : undefined;
    if (newest !== undefined) yield newest;
    else if (linked !== undefined) yield linked;
  }
  const { workspace } = sources;
  if (workspace !== undefined) {
    const logs = `${logLayout.massgen}/${logLayout.massgenLogs}`;
    const newest = newestAttempt({ root: workspace, path: logs });
    if (newest !== undefined) yield newest;
  }
}

/** The newest `log_*`, `turn_*`, `attempt_*` below a directory, as far down as there is one. */
export function newestAttempt(base: Place, from: AttemptLevel = "log"): Place | undefined {
  const at = (names: readonly string[]) => names.reduce(within, base);
  const { names } = followNewest((found) => directoriesIn(at(found)), from);
  return names.length === 0 ? undefined : at(names);
}

/** Every attempt below a directory of logs, the newest first, found as they are asked for. */
export function* everyAttempt(base: Place): Generator<Place> {
  const newest = (level: AttemptLevel, place: Place) =>
    newestFirst(level, directoriesIn(place)).map((name) => within(place, name));
  for (const log of newest("log", base))
    for (const turn of newest("turn", log)) yield* newest("attempt", turn);
}

/** Names of the directories in a place; none when it cannot be listed. */
export function directoriesIn(place: Place): string[] {
  return namesIn(place, "directory");
}

/** Names of the files in a place; none when it cannot be listed. */
export function filesIn(place: Place): string[] {
  return namesIn(place, "file");
}

function namesIn({ root, path }: Place, wanted: EntryKind): string[] {
  try {
    if (!mayLook(root, path)) return [];
    const maxEntries = Math.min(maxNames, allowance(root, "entries"));
    const { entries } = listWithin(root, path, { maxEntries });
    allowance(root, "entries", entries.length);
    return entries.filter(({ kind }) => kind === wanted).map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    noteFailure(root, error);
    return [];
  }
}

function liveLogs(log: ContainedRoot): Place {
  return { root: log, path: logLayout.liveLogs };
}

/**
 * Whether `full_logs` links to an attempt that is not the newest: a server died before it could move the
 * link. Turns and attempts are numbered one by one, so the next one tells without a listing.
 */
function isOutdated({ root, path }: Place): boolean {
  const [base, log = "", turn = "", attempt = ""] = path.split("/");
  if (base !== logLayout.liveLogs) return false;
  if (newestFirst("log", directoriesIn(liveLogs(root)))[0] !== log) return true;
  const turns = `${base}/${log}`;
  return [`${turns}/${following(turn)}`, `${turns}/${turn}/${following(attempt)}`].some(
    (next) => kindWithin(root, next) === "directory",
  );
}

function following(name: string): string {
  return name.replace(/\d+$/, (number) => String(Number(number) + 1));
}

function fullLogs(log: ContainedRoot, problems: string[]): Place | undefined {
  try {
    const kind = kindWithin(log, logLayout.fullLogs);
    if (kind === "link") return { root: log, path: resolveLinkWithin(log, logLayout.fullLogs) };
    return kind === "directory" ? { root: log, path: logLayout.fullLogs } : undefined;
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    noteFailure(log, error);
    const shown = shownPath({ root: log, path: logLayout.fullLogs });
    problems.push(`${shown} was not followed: ${error.message}`);
    return undefined;
  }
}
