import { z } from "zod";

const text = z.string().optional().catch(undefined);
const voteSchema = z
  .object({ voted_for_label: text, voted_for_agent: text, reason_preview: text })
  .transform(({ voted_for_label: label, voted_for_agent: agent, reason_preview: reason }) => {
    const named = label ?? agent;
    return named === undefined ? undefined : { named, agent, reason };
  });

/** A vote as an engine says it in `vote_cast`. */
export interface CastVote {
  /** The answer's label, or whose it is. */
  readonly named: string;
  readonly agent: string | undefined;
  readonly reason: string | undefined;
}

/** Undefined where there is none, or it names nobody. */
export function castVote(cast: unknown): CastVote | undefined {
  return voteSchema.safeParse(cast).data;
}
