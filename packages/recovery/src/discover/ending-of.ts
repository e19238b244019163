import { logLayout, type Ending, type ProcessIdentity, type RunRecord } from "@retinue/engine-contract";
import { newestAttempt } from "../locate/attempts.ts";
import { shownPath } from "../locate/place.ts";
import type { Sources } from "../locate/sources.ts";
import type { RunStatus } from "../read/read-run-status.ts";
import { inferredEnding } from "./inferred-ending.ts";
import type { KnownEnding } from "./known-ending.ts";
import { recordedEnding } from "./recorded-ending.ts";

/** Whether this very process is alive; undefined where that cannot be told, as of another machine's. */
export type IsAlive = (process: ProcessIdentity) => boolean | undefined;

/** What it takes to stop a run that does not want to, and as much again. */
const stoppingMilliseconds = 60_000;

export interface EndingQuestion {
  readonly given: Ending | undefined;
  readonly record: RunRecord | undefined;
  readonly run: RunStatus;
  readonly sources: Sources;
  readonly isAlive?: IsAlive | undefined;
}

/** How a run ended: as the caller says, as it is recorded, or as what it left behind suggests. */
export function endingOf({ given, record, run, sources, isAlive }: EndingQuestion): KnownEnding {
  const recorded =
    sources.log !== undefined && isLastRun(sources) ? recordedEnding(sources.log, record) : undefined;
  if (given !== undefined) {
    const explanation = `the caller says that it ended with "${given}"`;
    return { ...recorded, ending: given, known: "given", explanation };
  }
  if (recorded !== undefined) return recorded;
  const inferred = inferredEnding(run, sources);
  const last = record?.runs.at(-1);
  if (last === undefined || last.ended !== undefined || !isLastRun(sources)) return inferred;
  const alive = [last.process, last.supervisor].map((each) => each && isAlive?.(each));
  const about = `run.json says that run ${last.number} is ${last.state}`;
  if (alive.includes(true)) {
    const explanation = `${about}, and its process is alive`;
    const error = "it is still going on: this is what it has so far";
    return { ending: "timeout", known: "process", isRunning: true, explanation, error };
  }
  // Its engine may have written a moment before it died.
  const { warning: _warning, ...over } = inferred;
  if (alive.includes(false)) return { ...over, warning: `${about}, but its processes are gone` };
  if (Date.now() > Date.parse(last.deadline) + stoppingMilliseconds)
    return { ...over, warning: `${about}, but its deadline (${last.deadline}) has passed` };
  return { ...inferred, warning: `${about} and nothing records its end: it may still be going on` };
}

/** Records are about the last run; an earlier attempt may have been named. */
function isLastRun({ log, attempt }: Sources): boolean {
  if (log === undefined || attempt === undefined) return true;
  const newest = newestAttempt({ root: log, path: logLayout.liveLogs });
  return newest === undefined || shownPath(newest) === attempt.path;
}
