import { draftNamed, isId, logLayout } from "@retinue/engine-contract";
import { limitedName, shownName } from "@retinue/status-model";
import { filesIn } from "../locate/attempts.ts";
import { within } from "../locate/place.ts";
import type { RunStatus } from "../read/read-run-status.ts";
import type { ConsideredAnswer, FoundAnswer } from "./first-readable.ts";
import { readAnswer } from "./read-answer.ts";

// A team has at most ten agents; a child can make files without end.
const maxDrafts = 100;

export interface DraftSearch {
  readonly found: FoundAnswer | undefined;
  readonly considered: readonly ConsideredAnswer[];
}

/**
 * The last resort, where no agent had answered: how far one of them had come, as our own engine keeps it. Of the
 * first registered agent that had said something, in its last round.
 */
export function searchDrafts({ status, attempts }: RunStatus, maxBytes: number): DraftSearch {
  const order = [...(status?.agents.keys() ?? [])];
  const position = (agentId: string) => (order.includes(agentId) ? order.indexOf(agentId) : order.length);
  const considered: ConsideredAnswer[] = [];
  let found: FoundAnswer | undefined;
  for (const attempt of attempts) {
    const drafts = filesIn(within(attempt, logLayout.drafts))
      .flatMap((name) => ({ name, ...draftNamed(name) }))
      .flatMap(({ name, agentId, round }) =>
        agentId !== undefined && round !== undefined && isId(agentId) ? [{ name, agentId, round }] : [],
      )
      .toSorted(
        (a, b) =>
          position(a.agentId) - position(b.agentId) || compare(a.agentId, b.agentId) || b.round - a.round,
      );
    for (const { name, agentId } of drafts.slice(0, maxDrafts)) {
      const read = readAnswer(within(attempt, `${logLayout.drafts}/${name}`), maxBytes);
      if (!read.ok) continue;
      const about = { reason: "draft" as const, agent_id: limitedName(agentId), path: read.path };
      const taken = found === undefined;
      considered.push({ ...about, taken, ...(!taken && { note: "another one comes first" }) });
      found ??= asAnswer(agentId, read);
    }
    if (found !== undefined) break;
  }
  return { found, considered };
}

function asAnswer(
  agentId: string,
  { text, path, warning }: Extract<ReturnType<typeof readAnswer>, { ok: true }>,
): FoundAnswer {
  const { length: characters } = text;
  const what = `no agent had answered: this is what ${shownName(agentId)} had said by then, an unfinished draft of ${characters} characters`;
  return {
    text,
    source: { reason: "draft", agent_id: agentId, path, finished: false, characters },
    warnings: warning === undefined ? [what] : [what, warning],
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
