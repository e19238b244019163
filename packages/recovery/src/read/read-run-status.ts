import { setImmediate as immediate, setTimeout as delay } from "node:timers/promises";
import { logLayout } from "@retinue/engine-contract";
import {
  parseOrchestratorStatus,
  type HistoricalWorkspace,
  type OrchestratorStatus,
} from "@retinue/status-model";
import { attempts } from "../locate/attempts.ts";
import { shownPath, within, type Place } from "../locate/place.ts";
import type { Sources } from "../locate/sources.ts";
import { hasSnapshots } from "./agent-snapshots.ts";
import { readText } from "./read-text.ts";

// Recorded ones have 12 KB. JSON.parse may take a tenth of a second for each MiB of the worst texts.
const maxStatusBytes = 1024 * 1024;

// An engine that does not write atomically is done within milliseconds.
const rereadAfterMilliseconds = [10, 30, 60];

/** What is known of a run from its engine's log. */
export interface RunStatus {
  /** Absent when no status.json could be used. */
  readonly status: OrchestratorStatus | undefined;
  /** The answers that the status lists, by agent, in order of time. */
  readonly answers: ReadonlyMap<string, readonly HistoricalWorkspace[]>;
  /** Where the status was read. */
  readonly path: string | undefined;
  /** The engine's logs that were looked at, best first; the status is from the last one. */
  readonly attempts: readonly Place[];
  readonly problems: readonly string[];
}

/**
 * Requirement "Read Status from Inner File": reads `full_logs/status.json`, else that of the runtime
 * workspace. A file that is torn, or missing although snapshots are there, is read again for a moment.
 */
export async function readRunStatus(sources: Sources): Promise<RunStatus> {
  const waits = [0, ...rereadAfterMilliseconds];
  for (const [turn, wait] of waits.entries()) {
    if (wait > 0) await delay(wait);
    const found = await lookOnce(sources, turn === waits.length - 1);
    if (found !== undefined) return found;
  }
  throw new Error("unreachable: the last look always finds something");
}

async function lookOnce(sources: Sources, last: boolean): Promise<RunStatus | undefined> {
  const problems: string[] = [];
  const seen: Place[] = [];
  for (const attempt of attempts(sources, problems)) {
    const place = within(attempt, logLayout.status);
    // A server has others to serve between two files that may be large.
    if (seen.length > 0) await immediate();
    const read = readText(place, { maxBytes: maxStatusBytes });
    const parsed = read.ok ? parseOrchestratorStatus(read.text) : undefined;
    if (parsed?.ok === true) {
      const status = parsed.status;
      const answers = Map.groupBy(status.historical_workspaces, ({ agentId = "" }) => agentId);
      return { status, answers, path: shownPath(place), attempts: [...seen, attempt], problems };
    }
    seen.push(attempt);
    if (read.ok || !read.missing) {
      if (!last) return undefined;
      problems.push(parsed?.ok === false ? `${shownPath(place)}: ${parsed.problem}` : whyOf(read));
    } else if (hasSnapshots(attempt)) {
      if (!last) return undefined;
      problems.push(`${shownPath(place)} is missing although answers are there`);
    }
  }
  return { status: undefined, answers: new Map(), path: undefined, attempts: seen, problems };
}

function whyOf(read: ReturnType<typeof readText>): string {
  return read.ok ? "" : read.why;
}
