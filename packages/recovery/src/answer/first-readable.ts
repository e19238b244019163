import { logLayout } from "@retinue/engine-contract";
import { limitedName, limitedText, shownName, type AnswerSource } from "@retinue/status-model";
import { attempts as allAttempts } from "../locate/attempts.ts";
import { within, type Place } from "../locate/place.ts";
import type { Sources } from "../locate/sources.ts";
import type { RunStatus } from "../read/read-run-status.ts";
import type { AnswerCandidate } from "../select/select-answer.ts";
import { answerPlaces } from "./answer-places.ts";
import { readAnswer } from "./read-answer.ts";

/** What became of a candidate: `path` is that of the answer returned, `note` says why it was not. */
export interface ConsideredAnswer extends Pick<AnswerSource, "reason" | "agent_id" | "label"> {
  readonly votes?: number;
  readonly taken: boolean;
  readonly path?: string;
  readonly note?: string;
}

/** An answer and where it comes from. */
export interface FoundAnswer {
  readonly text: string;
  readonly source: AnswerSource;
  readonly warnings: readonly string[];
}

export interface ReadableSearch {
  readonly found: FoundAnswer | undefined;
  /** Why candidates that come before the one found, or all of them, gave nothing. */
  readonly skipped: readonly string[];
  readonly considered: readonly ConsideredAnswer[];
}

// A team has at most ten agents; a status file that names thousands must not keep us busy.
const maxCandidates = 100;
/** It names up to three places. */
const maxNoteCharacters = 1000;

/** The answer of the first candidate whose answer can be read, and what became of each of them. */
export function firstReadable(
  candidates: readonly AnswerCandidate[],
  run: RunStatus,
  sources: Sources,
  maxBytes: number,
): ReadableSearch {
  const considered: ConsideredAnswer[] = [];
  let found: FoundAnswer | undefined;
  const skipped: string[] = [];
  let known: readonly Place[] | undefined;
  const everywhere = () => (known ??= [...allAttempts(sources, [])]);
  for (const candidate of candidates.slice(0, maxCandidates)) {
    const { agentId, reason, label, votes } = candidate;
    const about = {
      reason,
      agent_id: limitedName(agentId),
      ...(label !== undefined && { label: limitedName(label) }),
      votes,
    };
    if (found !== undefined) {
      considered.push({ ...about, taken: false, note: "another one comes first" });
    } else {
      const outcome = answerOf(candidate, run, sources, everywhere, maxBytes);
      if ("why" in outcome) {
        considered.push({ ...about, taken: false, note: limitedText(outcome.why, maxNoteCharacters) });
        skipped.push(`${described(candidate)} could not be read (${outcome.why})`);
      } else {
        found = outcome;
        considered.push({ ...about, taken: true, path: outcome.source.path });
      }
    }
  }
  const more = candidates.length - maxCandidates;
  if (more > 0) skipped.push(`${more} further agents were not considered`);
  return { found, skipped, considered };
}

function answerOf(
  candidate: AnswerCandidate,
  run: RunStatus,
  sources: Sources,
  everywhere: () => readonly Place[],
  maxBytes: number,
): FoundAnswer | { readonly why: string } {
  const { agentId, reason } = candidate;
  const reasons = new Set<string>();
  for (const possible of answerPlaces(agentId, run, sources, everywhere)) {
    if ("refused" in possible) {
      reasons.add(possible.refused);
      continue;
    }
    const { place, superseded } = possible;
    const read = readAnswer(place, maxBytes);
    if (read.ok) {
      const label = possible.label ?? (superseded ? undefined : candidate.label);
      const source = { reason, agent_id: agentId, ...(label !== undefined && { label }), path: read.path };
      const older = superseded
        ? [`the latest answer of ${shownName(agentId)} is gone: an earlier one is returned`]
        : [];
      const warnings = read.warning === undefined ? older : [...older, read.warning];
      return { text: read.text, source, warnings };
    }
    if (!read.missing) reasons.add(read.why);
  }
  const presented = reason === "winner" ? presentedAnswer(agentId, run, maxBytes) : undefined;
  if (presented !== undefined) return presented;
  return { why: reasons.size === 0 ? "no file of it is left" : [...reasons].slice(0, 3).join("; ") };
}

/** What the winner presented, `final/<winner>/answer.txt`. */
export function presentedAnswer(
  winner: string,
  { attempts }: RunStatus,
  maxBytes: number,
): FoundAnswer | undefined {
  for (const attempt of attempts) {
    const place = within(attempt, `${logLayout.final}/${winner}/${logLayout.answer}`);
    const read = readAnswer(place, maxBytes);
    if (!read.ok) continue;
    const source = { reason: "winner" as const, agent_id: winner, path: read.path };
    return { text: read.text, source, warnings: read.warning === undefined ? [] : [read.warning] };
  }
  return undefined;
}

function described({ agentId, reason, votes }: AnswerCandidate): string {
  if (reason === "winner") return `the answer of the winner ${shownName(agentId)}`;
  if (reason === "votes") return `the answer of ${shownName(agentId)}, with ${votes} votes,`;
  return `the answer of ${shownName(agentId)}`;
}
