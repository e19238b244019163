import type { OrchestratorStatus, SimplifiedStatus } from "@retinue/status-model";
import { z } from "zod";

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
  readonly view: SimplifiedStatus;
  readonly agents: readonly AgentView[];
  /** Votes by answer, as they fall. */
  readonly votes: readonly (readonly [label: string, count: number])[];
  /** Unix time in milliseconds; undefined: it is not known. */
  readonly startedMs: number | undefined;
  readonly timeoutSeconds: number | undefined;
}

/** @param words The last words of each agent's draft, by its id. */
export function teamView(
  view: SimplifiedStatus,
  status: OrchestratorStatus | undefined,
  words: ReadonlyMap<string, string>,
  { startedMs, timeoutSeconds }: Pick<TeamView, "startedMs" | "timeoutSeconds">,
): TeamView {
  const agents = [...(status?.agents ?? [])].map(([id, agent]) => ({
    id,
    status: agent.status ?? "",
    vote: voteOf(agent.vote_cast),
    words: words.get(id),
  }));
  const votes = [...(status?.results.votes ?? [])].filter(([, count]) => count > 0);
  return { view, agents, votes, startedMs, timeoutSeconds };
}

const voteSchema = z
  .object({ voted_for_label: z.string() })
  .transform(({ voted_for_label }) => voted_for_label)
  .or(z.object({ voted_for_agent: z.string() }).transform(({ voted_for_agent }) => voted_for_agent));

/** The answer's label, or whose it is. */
function voteOf(cast: unknown): string | undefined {
  return voteSchema.safeParse(cast).data;
}
