import type { AgentReply, AgentRequest } from "../../contract/agent-backend.ts";
import { voteInText } from "../ballot/read-vote.ts";
import { describeFailure, describeMissing, lastWords } from "../cli-agent/describe-failure.ts";
import { howEnded } from "../program/how-ended.ts";
import type { ProgramEnd } from "../program/run-program.ts";
import type { AcpSettings } from "./acp-config.ts";
import type { TurnEnd } from "./dialogue.ts";

type Reply = Pick<AgentReply, "text" | "vote" | "failure" | "problems">;

export interface TurnSeen {
  readonly turn: TurnEnd;
  /** What it said after its last use of a tool. */
  readonly text: string;
  readonly isStopped: boolean;
  /** How its program ended, where it has. */
  readonly end: ProgramEnd | undefined;
  /** Why we ended it. */
  readonly ended: string | undefined;
}

/** Makes a reply of how a turn really ended. */
export async function readTurn(agent: AcpSettings, request: AgentRequest, seen: TurnSeen): Promise<Reply> {
  const { stage, ballot, hideKeys } = request;
  const { turn, isStopped, end, ended } = seen;
  const failed = (failure: string): Reply => ({ text: "", failure });
  if (isStopped) return failed(`${agent.program} was stopped before its answer was whole`);
  if (turn.kind === "ended") {
    if (ended !== undefined) return failed(ended);
    return failed(describeEnd(agent, request, end, "in the middle of its turn"));
  }
  if (turn.kind === "refused")
    return failed(describeFailure(agent, hideKeys(messageOf(turn.error)), "failed"));
  const { stopReason } = turn.response;
  if (turn.isCancelled) return failed(`${agent.program} was cancelled before its answer was whole`);
  if (stopReason === "cancelled")
    return failed(`${agent.program} ended its turn as cancelled, though nobody had cancelled it`);
  if (stopReason === "refusal") return failed(`${agent.program} ended its turn with a refusal`);
  const text = seen.text.trim();
  if (text === "") {
    // In the vote stage it is asked once more.
    if (stage === "vote" && stopReason === "end_turn") return { text: "" };
    return failed(`${agent.program} ended its turn without an answer (${stopReason})`);
  }
  const voted = ballot === undefined ? undefined : await voteInText(text);
  const limit = {
    max_tokens: "its model's limit of tokens",
    max_turn_requests: "its limit of requests",
  } as const;
  const cut =
    stopReason === "end_turn"
      ? []
      : [`its answer may be cut: it ended at ${limit[stopReason] ?? stopReason}`];
  return { ...(voted ?? { text }), problems: cut };
}

/** A program that has ended by itself. */
export function describeEnd(
  agent: AcpSettings,
  { hideKeys }: AgentRequest,
  end: ProgramEnd | undefined,
  when: string,
): string {
  if (end === undefined) return `${agent.program} broke off its connection ${when}`;
  if (end.startError !== undefined) return describeMissing(agent, end.startError);
  return describeFailure(agent, hideKeys(lastWords(end.stderr)), `${howEnded(end)} ${when}`);
}

/** An error of the protocol carries what the vendor's API said in its data. */
export function messageOf(error: unknown): string {
  const { message, data } = (error ?? {}) as { readonly message?: unknown; readonly data?: unknown };
  const more =
    data === undefined || data === null ? "" : typeof data === "string" ? data : JSON.stringify(data);
  const said = typeof message === "string" ? message : String(error);
  return more === "" || more === "{}" || said.includes(more) ? said : `${said}: ${more}`;
}
