import type { AgentReply, AgentRequest } from "../../contract/agent-backend.ts";
import { howEnded } from "../program/how-ended.ts";
import type { ProgramEnd } from "../program/run-program.ts";
import type { CliAgent, CliOutput } from "./cli-agent.ts";
import { describeFailure, describeMissing, lastWords } from "./describe-failure.ts";
import { damagedEvents } from "./event-lines.ts";
import { readVoted, voteInText, type Voted } from "../ballot/read-vote.ts";

type Reply = Pick<AgentReply, "text" | "vote" | "failure" | "problems">;

/** How a program came to its end. */
export interface CliEnd {
  /** What it printed that was no event. */
  readonly rest: string;
  readonly end: ProgramEnd;
  /** Whether the run was stopped, or the round's grace was over. */
  readonly isStopped: boolean;
}

/**
 * Makes a reply of what a program has said. What it printed is taken also where its events are damaged
 * or missing; the reply says so then.
 */
export async function readReply(
  agent: CliAgent,
  { stage, ballot, finish, hideKeys }: AgentRequest,
  output: CliOutput,
  { rest, end, isStopped }: CliEnd,
): Promise<Reply> {
  if (end.startError !== undefined) return failed(describeMissing(agent, end.startError));
  if (isStopped && !output.ended) return failed(`${agent.program} was stopped before its answer was whole`);
  if (agent.inPieces && finish.aborted && !output.ended && output.text !== "")
    return failed(`${agent.program} was stopped in the middle of its answer`);
  const damage =
    output.ended || output.error !== undefined ? undefined : await salvage(agent, output, rest, end);
  if (output.error !== undefined) return failed(describeFailure(agent, hideKeys(output.error), "failed"));

  const text = output.text.trim();
  const voted = ballot === undefined ? undefined : await readBallot(output, text);
  const { exitCode } = end;
  const how = howEnded(end);
  // An object that was held to the schema and says nothing is no answer either.
  const isEmptyBallot =
    ballot !== undefined &&
    voted === undefined &&
    (output.structured !== undefined || (agent.takesSchema && isObject(text)));
  if (isEmptyBallot) return { text: "" };
  if (text === "" && voted === undefined) {
    // In the vote stage it is asked once more.
    if (stage === "vote" && output.ended && exitCode === 0) return { text: "" };
    const said = output.trouble ?? lastWords(end.stderr);
    return failed(describeFailure(agent, hideKeys(said), exitCode === 0 ? "gave no answer" : how));
  }
  const ending = exitCode === 0 ? undefined : `${agent.program} ${how} after its answer`;
  const problem = damage ?? ending;
  return { ...(voted ?? { text }), ...(problem !== undefined && { problems: [problem] }) };
}

function failed(failure: string): Reply {
  return { text: "", failure };
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

async function readBallot({ structured }: CliOutput, text: string): Promise<Voted | undefined> {
  return structured === undefined ? voteInText(text) : readVoted(structured);
}

/** What was damaged may have been handed on before. */
const silent = { text: () => {}, apart: () => {}, tool: () => {} };

/** Reads on in what was damaged; the result says what the answer is then made of. */
async function salvage(
  agent: CliAgent,
  output: CliOutput,
  rest: string,
  { exitCode }: ProgramEnd,
): Promise<string | undefined> {
  const before = output.text;
  for (const event of await damagedEvents(rest)) agent.read(event, output, silent);
  // What is cut off in the last event may have come whole in an earlier one.
  if (before.startsWith(output.text)) output.text = before;
  if (output.text !== "")
    return `${agent.program} ended in the middle of its output: its answer may not be whole`;
  if (exitCode !== 0 || rest.trim() === "") return undefined;
  output.text = rest;
  return `${agent.program} printed no JSON: all that it printed is taken for its answer`;
}
