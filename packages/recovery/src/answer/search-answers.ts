import type { Sources } from "../locate/sources.ts";
import type { RunStatus } from "../read/read-run-status.ts";
import { selectAnswer } from "../select/select-answer.ts";
import { selectFromSnapshots } from "../select/select-from-snapshots.ts";
import { firstReadable, type ReadableSearch } from "./first-readable.ts";

/**
 * The best answer of a run: that of the candidates of the status, else of those whose snapshots are
 * on disk although the status does not name them, or there is none.
 */
export function searchAnswers(run: RunStatus, sources: Sources, maxBytes: number): ReadableSearch {
  const named = run.status === undefined ? [] : selectAnswer(run.status);
  const search = firstReadable(named, run, sources, maxBytes);
  if (search.found !== undefined) return search;
  const tried = new Set(named.map(({ agentId }) => agentId));
  const unnamed = selectFromSnapshots(run.attempts).filter(({ agentId }) => !tried.has(agentId));
  const onDisk = firstReadable(byRegistration(unnamed, run), run, sources, maxBytes);
  const considered = [...search.considered, ...onDisk.considered];
  const skipped = [...search.skipped, ...onDisk.skipped];
  if (onDisk.found === undefined) return { found: undefined, skipped, considered };
  const why =
    run.status === undefined
      ? "without a status, agents with equally many votes are taken in alphabetical order"
      : "the status does not name this answer, which is on disk";
  const found = { ...onDisk.found, warnings: [why, ...onDisk.found.warnings] };
  return { found, skipped, considered };
}

function byRegistration<Candidate extends { readonly agentId: string; readonly votes: number }>(
  candidates: readonly Candidate[],
  { status }: RunStatus,
): readonly Candidate[] {
  if (status === undefined) return candidates;
  const order = new Map([...status.agents.keys()].map((agentId, index) => [agentId, index]));
  const position = (agentId: string) => order.get(agentId) ?? order.size;
  return candidates.toSorted((a, b) => b.votes - a.votes || position(a.agentId) - position(b.agentId));
}
