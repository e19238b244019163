import type { AgentReply, AgentRequest } from "../../../contract/agent-backend.ts";
import { voteInText } from "../../ballot/read-vote.ts";
import { cutReply } from "./cut-reply.ts";
import type { ModelTurn } from "./model-turn.ts";

/**
 * A round that ends without a decision: what the model said last is its reply. In the vote stage that
 * may be a vote all the same: small models write down what they ought to call.
 */
export async function finalText(
  { text, finish }: ModelTurn,
  said: readonly string[],
  { ballot }: AgentRequest,
): Promise<AgentReply> {
  const reply = text === "" ? (said.at(-1) ?? "") : text;
  if (reply === "") return { text: "", failure: nothing(finish) };
  const voted = ballot === undefined ? undefined : await voteInText(reply);
  if (voted?.vote !== undefined) return voted;
  return { text: reply, problems: [...endProblems(finish), ...(text === "" ? [earlier] : [])] };
}

/** One that thinks may be cut before it says anything. */
function nothing(finish: ModelTurn["finish"]): string {
  if (finish?.unified === "length") return `it said nothing, and ${cutReply.reason}`;
  return `it said nothing (${finish?.raw ?? "no reason given"})`;
}

const earlier = "its last message was empty: what it said before is taken for its reply";

function endProblems(finish: ModelTurn["finish"]): string[] {
  if (finish?.unified === "length") return [`its reply ${cutReply.reason}`];
  if (finish?.unified === "content-filter") return ["its reply was cut by the vendor's content filter"];
  // A whole reply says how it ended.
  if (finish === undefined || finish.unified === "other")
    return ["its reply may be incomplete: the stream ended without saying so"];
  return [];
}
