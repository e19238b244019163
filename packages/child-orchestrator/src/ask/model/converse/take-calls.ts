import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import { readDecision, type Decided } from "../tools/decision-tools.ts";
import type { FileTools } from "../tools/file-tools.ts";
import { cutReply } from "./cut-reply.ts";
import { parsedInput, type ModelTurn } from "./model-turn.ts";

/** What came of a turn's calls. */
interface Taken {
  readonly decision?: Decided | undefined;
  /** Why a call could not be used. */
  readonly complaint?: string | undefined;
  /** The turn and its results, for the next request. */
  readonly messages: readonly LanguageModelV4Message[];
}

export interface CallRules {
  readonly isVoting: boolean;
  /** Whether a turn that was cut without a call may have held one. */
  readonly hidesCutCalls: boolean;
}

/** Runs a turn's calls in their order: files are written before the answer that speaks of them counts. */
export function takeCalls(turn: ModelTurn, files: FileTools, { isVoting, hidesCutCalls }: CallRules): Taken {
  const { calls, finish, message } = turn;
  const isCut = finish?.unified === "length";
  if (calls.length === 0 && finish?.unified === "error") {
    const complaint = `its call of a tool was malformed (${finish.raw ?? "error"})`;
    return { complaint, messages: [again(complaint)] };
  }
  if (calls.length === 0 && isCut && hidesCutCalls)
    return { complaint: `its reply ${cutReply.reason}`, messages: [again(cutReply.advice)] };
  let decision: Decided | undefined;
  let complaint: string | undefined;
  const content = calls.map(({ toolCallId, toolName, input }): LanguageModelV4ToolResultPart => {
    const read = readDecision(toolName, input, isVoting);
    const result = (value: string) =>
      ({ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }) as const;
    if (isCut && (read === undefined ? isEmpty(input) : "complaint" in read)) {
      complaint = `its call of ${toolName} ${cutReply.reason}`;
      return result(`error: ${cutReply.advice}`);
    }
    if (read === undefined) return result(files.run(toolName, parsedInput(input)));
    if ("complaint" in read) {
      complaint = `its call of ${toolName} could not be used: ${read.complaint}`;
      return result(`error: ${read.complaint}`);
    }
    decision ??= read;
    return result("noted");
  });
  return { decision, complaint, messages: [message, { role: "tool", content }] };
}

/** Instead of a result, where there is no call to give one for. */
function again(complaint: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text: `Try again: ${complaint}.` }] };
}

/** Every tool needs some argument. */
function isEmpty(input: string): boolean {
  return Object.keys(parsedInput(input) ?? {}).length === 0;
}
