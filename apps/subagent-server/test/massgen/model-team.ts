import type { VendorReply, VendorRequest, VendorScript } from "@retinue/testkit/vendor-api";

/** Whom the agent with a model votes for, by the anonymous name: `agent1`. */
export type Votes = Readonly<Record<string, string>>;

/** What a model whose agent does not vote says: its answer, and what it presents. */
export function modelReply({ model, tools, text }: VendorRequest): VendorReply {
  const answers = tools.some(({ name }) => name === "new_answer") && !text.includes("VOTING RESULTS");
  return answers
    ? call("new_answer", { content: `Answer of ${model}.` })
    : { text: `Presented by ${model}.` };
}

/** Whether an agent has an answer to vote for: MassGen offers the tool from the beginning. */
export function asksForVote({ tools, text }: VendorRequest): boolean {
  return tools.some(({ name }) => name === "vote") && !text.includes("(no answers available yet)");
}

export function voteFor(agent_id = "agent1"): VendorReply {
  return call("vote", { agent_id, reason: "It says all." });
}

/** What votes wait for, so that no state of a team is over before it was seen. */
export interface Pace {
  /** The first status. */
  readonly begun: Promise<unknown>;
  /** A status with a vote in it; the agent with this model votes last. */
  readonly voting: Promise<unknown>;
  readonly lastModel: string;
}

/**
 * The models of a team, which know each other's agents by nothing but their models. No vote is said before
 * all are asked for theirs, so that every vote comes when all answers are there.
 */
export function votingTogether(votes: Votes, { begun, voting, lastModel }: Pace): VendorScript {
  const asked = new Set<string>();
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  const vote = (request: VendorRequest) => {
    if (!asksForVote(request)) return false;
    if (asked.add(request.model).size === Object.keys(votes).length) resolve();
    return true;
  };
  const reply = ({ model }: VendorRequest) => voteFor(votes[model]);
  return {
    steps: [
      {
        when: (request) => vote(request) && request.model === lastModel,
        after: Promise.all([allAsked, voting]),
        reply,
        repeat: true,
      },
      { when: vote, after: Promise.all([allAsked, begun]), reply, repeat: true },
      { reply: modelReply, repeat: true },
    ],
  };
}

function call(name: string, args: Record<string, unknown>): VendorReply {
  return { toolCalls: [{ name, arguments: args }] };
}
