import type { OrchestratorStatus } from "@retinue/status-model";
import type { ShownStatus } from "../watch/view-line.ts";
import { castVote } from "./cast-vote.ts";

/** What is shown of an agent, on one line. */
export interface AgentView {
  readonly id: string;
  readonly status: string;
  /** For whose answer it voted. */
  readonly vote: string | undefined;
  /** The last words of its draft. */
  readonly words: string | undefined;
}

/** What is shown of a subagent, as a block. */
export interface TeamView {
  readonly view: ShownStatus;
  readonly agents: readonly AgentView[];
  /** Votes by answer, as they fall. */
  readonly votes: readonly (readonly [label: string, count: number])[];
  /** Unix time in milliseconds; undefined: it is not known. */
  readonly startedMs: number | undefined;
  readonly timeoutSeconds: number | undefined;
}

/** @param words The last words of each agent's draft, by its id. */
export function teamView(
  view: ShownStatus,
  status: OrchestratorStatus | undefined,
  words: ReadonlyMap<string, string>,
  { startedMs, timeoutSeconds }: Pick<TeamView, "startedMs" | "timeoutSeconds">,
): TeamView {
  const agents = [...(status?.agents ?? [])].map(([id, agent]) => ({
    id,
    status: agent.status ?? "",
    vote: castVote(agent.vote_cast)?.named,
    words: words.get(id),
  }));
  const votes = [...(status?.results.votes ?? [])].filter(([, count]) => count > 0);
  return { view, agents, votes, startedMs, timeoutSeconds };
}
