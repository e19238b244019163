import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { cutText } from "../../../prompt/cut-text.ts";
import { readDecision, type Decided } from "../tools/decision-tools.ts";
import { writingTool, type FileTools } from "../tools/file-tools.ts";
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
  readonly stop: AbortSignal;
  /** The agent's time is up: what it wrote counts, and it looks no further. */
  readonly timeIsUp: AbortSignal;
}

/** A project's files, a few at a time; more are a model that has lost its way, and each takes time. */
const limits = { fileCalls: 64, resultCharacters: 500_000 } as const;

/** Runs a turn's calls in their order: files are written before the answer that speaks of them counts. */
export async function takeCalls(
  turn: ModelTurn,
  files: FileTools,
  { isVoting, hidesCutCalls, stop, timeIsUp }: CallRules,
): Promise<Taken> {
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
  let run = 0;
  let left: number = limits.resultCharacters;
  const resultOf = async ({ toolName, input }: LanguageModelV4ToolCall): Promise<string> => {
    const read = readDecision(toolName, input, isVoting);
    if (isCut && (read === undefined ? isEmpty(input) : "complaint" in read)) {
      complaint = `its call of ${toolName} ${cutReply.reason}`;
      return `error: ${cutReply.advice}`;
    }
    if (read === undefined) {
      if (++run > limits.fileCalls) return `error: not run: ${surplus}`;
      // Signals and other agents get their turn between two calls.
      await nextTurn();
      if (stop.aborted) return "error: it was stopped";
      if (timeIsUp.aborted && toolName !== writingTool) return "error: not run: your time is up";
      return files.run(toolName, parsedInput(input));
    }
    if ("complaint" in read) {
      complaint = `its call of ${toolName} could not be used: ${read.complaint}`;
      return `error: ${read.complaint}`;
    }
    if (run > limits.fileCalls) {
      complaint = `its call of ${toolName} could not be used: ${surplus}`;
      return `error: ${surplus}: give it again`;
    }
    decision ??= read;
    return "noted";
  };
  const content: LanguageModelV4ToolResultPart[] = [];
  for (const call of calls) {
    const { toolCallId, toolName } = call;
    const value = cutText(await resultOf(call), left);
    left = Math.max(0, left - value.length);
    content.push({ type: "tool-result", toolCallId, toolName, output: { type: "text", value } });
  }
  return { decision, complaint, messages: [message, { role: "tool", content }] };
}

const surplus = `only ${limits.fileCalls} calls of one reply are taken`;

/** Instead of a result, where there is no call to give one for. */
function again(complaint: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text: `Try again: ${complaint}.` }] };
}

/** Every tool needs some argument. */
function isEmpty(input: string): boolean {
  return Object.keys(parsedInput(input) ?? {}).length === 0;
}
