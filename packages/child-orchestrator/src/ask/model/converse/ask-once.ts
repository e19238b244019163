import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4ProviderTool,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { modelError, type ModelError } from "./model-error.ts";
import { turnCollector, type ModelTurn } from "./model-turn.ts";
import type { ReplyDraft } from "../../../contract/agent-backend.ts";
import { textInCall } from "../receive/text-in-call.ts";
import { answerArgument } from "../tools/decision-tools.ts";
import type { ModelApi } from "../apis/model-api.ts";
import type { UsageCounter } from "../count/usage-counter.ts";

/** How a model is asked, the same for all requests of a round. */
export interface Asking {
  readonly model: LanguageModelV4;
  /** Name of its API, for messages. */
  readonly api: string;
  /** See ModelApi. */
  readonly hidesCutCalls: boolean;
  /** Further tries of a request that may succeed a little later. */
  readonly maxRetries: number;
  /** Seconds without a sign of life after which a request is given up. */
  readonly stallSeconds: number;
  /** The vendor's search of the web, where the agent may use it. */
  readonly search?: LanguageModelV4ProviderTool | undefined;
  readonly draft: ReplyDraft;
  readonly usage: UsageCounter;
  /** See ModelApi. */
  readonly readEvent: ModelApi["readEvent"];
  /** See AgentRequest. */
  readonly hideKeys: (text: string) => string;
  readonly stop: AbortSignal;
}

export type Asked =
  | { readonly turn: ModelTurn; readonly error?: never }
  | { readonly turn?: never; readonly error: ModelError };

/** Of one reply, beside the bytes that are bounded on their way: what is kept of it, so that no memory is filled. */
const limits = { characters: 16 * 1024 * 1024, calls: 10_000 } as const;

/** One streamed request. What comes of it is handed on as it comes. */
export async function askOnce(asking: Asking, options: LanguageModelV4CallOptions): Promise<Asked> {
  const { model, api, stallSeconds, usage, hideKeys, stop } = asking;
  const hear = listener(asking);
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallSeconds * 1000);
  const collector = turnCollector();
  let isWhole = false;
  const ended = (): Asked => {
    const turn = collector.turn();
    usage.end(turn);
    handOnTotal(asking);
    return { turn };
  };
  const failed = (error: unknown): Asked => {
    if (isWhole) {
      // The connection was all that went on.
      collector.callsAreWhole();
      return ended();
    }
    if (stop.aborted) return { error: { message: "it was stopped", retryable: false } };
    if (stalled.signal.aborted)
      return { error: { message: `${api} said nothing for ${stallSeconds} s`, retryable: false } };
    return { error: modelError(error, api, hideKeys) };
  };
  try {
    const abortSignal = AbortSignal.any([stop, stalled.signal]);
    usage.begin();
    const { stream } = await model.doStream({ ...options, abortSignal, includeRawChunks: true });
    let failure: { readonly error: unknown } | undefined;
    let characters = 0;
    let calls = 0;
    const tooMuch = (what: string): Asked => ({
      error: { message: `${api} said more than ${what}`, retryable: false },
    });
    for await (const part of stream) {
      timer.refresh();
      if (part.type === "error") failure ??= part;
      // The same once more, as the server sent it: its bytes are bounded on their way.
      if (part.type === "raw") {
        const { count, isLast } = asking.readEvent(part.rawValue);
        isWhole ||= isLast;
        if (count !== undefined) {
          usage.progress(count);
          handOnTotal(asking);
        }
        continue;
      }
      hear(part);
      characters += "delta" in part ? part.delta.length : JSON.stringify(part).length;
      if (characters > limits.characters) return tooMuch(`${limits.characters} characters`);
      if (part.type === "tool-call" && ++calls > limits.calls)
        return tooMuch(`${limits.calls} calls of tools`);
      collector.add(part);
    }
    return failure === undefined ? ended() : failed(failure.error);
  } catch (error) {
    return failed(error);
  } finally {
    clearTimeout(timer);
  }
}

function handOnTotal({ usage, draft }: Asking): void {
  const total = usage.total();
  if (total !== undefined) draft.usage(total);
}

/** Hands on what a stream says: what the model says, also as its answer's call, and its tools. */
function listener({ draft }: Asking): (part: LanguageModelV4StreamPart) => void {
  const answers = new Map<string, (delta: string) => string>();
  return (part) => {
    if (part.type === "text-end" || part.type === "tool-input-end") draft.apart();
    else if (part.type === "text-delta") draft.text(part.delta);
    else if (part.type === "tool-input-start") {
      const key = answerArgument(part.toolName);
      if (key !== undefined) answers.set(part.id, textInCall(key));
    } else if (part.type === "tool-input-delta") draft.text(answers.get(part.id)?.(part.delta) ?? "");
    else if (part.type === "tool-call") {
      const key = answerArgument(part.toolName);
      if (key === undefined) draft.tool(part.toolName, part.input);
      // It came as a whole.
      else if (!answers.has(part.toolCallId)) draft.text(textInCall(key)(part.input));
    }
  };
}
