import { logLayout, type Ending, type RunRecord } from "@retinue/engine-contract";
import { newestAttempt } from "../locate/attempts.ts";
import { shownPath } from "../locate/place.ts";
import type { Sources } from "../locate/sources.ts";
import type { RunStatus } from "../read/read-run-status.ts";
import { inferredEnding } from "./inferred-ending.ts";
import type { KnownEnding } from "./known-ending.ts";
import { recordedEnding } from "./recorded-ending.ts";

export interface EndingQuestion {
  readonly given: Ending | undefined;
  readonly record: RunRecord | undefined;
  readonly run: RunStatus;
  readonly sources: Sources;
}

/** How a run ended: as the caller says, as it is recorded, or as what it left behind suggests. */
export function endingOf({ given, record, run, sources }: EndingQuestion): KnownEnding {
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
  return {
    ...inferred,
    warning: `run.json says that run ${last.number} is ${last.state} and nothing records its end: it may still be going on`,
  };
}

/** Records are about the last run; an earlier attempt may have been named. */
function isLastRun({ log, attempt }: Sources): boolean {
  if (log === undefined || attempt === undefined) return true;
  const newest = newestAttempt({ root: log, path: logLayout.liveLogs });
  return newest === undefined || shownPath(newest) === attempt.path;
}
