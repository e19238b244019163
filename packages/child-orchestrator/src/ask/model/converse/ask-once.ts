import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { modelError, type ModelError } from "./model-error.ts";
import { turnCollector, type ModelTurn } from "./model-turn.ts";
import type { Transcript } from "../../transcript.ts";

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
  readonly transcript: Transcript;
  /** See AgentRequest. */
  readonly hideKeys: (text: string) => string;
  readonly stop: AbortSignal;
}

export type Asked =
  | { readonly turn: ModelTurn; readonly error?: never }
  | { readonly turn?: never; readonly error: ModelError };

/** Of one reply, beside the bytes that are bounded on their way: what is kept of it, so that no memory is filled. */
const limits = { characters: 16 * 1024 * 1024, calls: 10_000 } as const;

/** One streamed request. What comes is written into the transcript as it comes. */
export async function askOnce(asking: Asking, options: LanguageModelV4CallOptions): Promise<Asked> {
  const { model, api, stallSeconds, transcript, hideKeys, stop } = asking;
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallSeconds * 1000);
  const collector = turnCollector();
  const failed = (error: unknown): Asked => {
    if (stop.aborted) return { error: { message: "it was stopped", retryable: false } };
    if (stalled.signal.aborted)
      return { error: { message: `${api} said nothing for ${stallSeconds} s`, retryable: false } };
    return { error: modelError(error, api, hideKeys) };
  };
  try {
    const abortSignal = AbortSignal.any([stop, stalled.signal]);
    const { stream } = await model.doStream({ ...options, abortSignal });
    let failure: { readonly error: unknown } | undefined;
    let characters = 0;
    let calls = 0;
    const tooMuch = (what: string): Asked => ({
      error: { message: `${api} said more than ${what}`, retryable: false },
    });
    for await (const part of stream) {
      timer.refresh();
      if (part.type === "error") failure ??= part;
      if (part.type === "text-delta" || part.type === "tool-input-delta") transcript.write(part.delta);
      characters += "delta" in part ? part.delta.length : JSON.stringify(part).length;
      if (characters > limits.characters) return tooMuch(`${limits.characters} characters`);
      if (part.type === "tool-call" && ++calls > limits.calls)
        return tooMuch(`${limits.calls} calls of tools`);
      collector.add(part);
    }
    return failure === undefined ? { turn: collector.turn() } : failed(failure.error);
  } catch (error) {
    return failed(error);
  } finally {
    clearTimeout(timer);
    transcript.flush();
  }
}
