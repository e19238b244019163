import { z } from "zod";
import type { TokenCount } from "../count/usage-counter.ts";

/** What one event of a vendor's stream says, as the server sent it: the SDKs tell both with the last event only. */
export interface StreamEvent {
  /** The request's usage by now. A reply that breaks off has no other count. */
  readonly count: TokenCount | undefined;
  /** Whether the reply is all there: the connection may stay open after it. */
  readonly isLast: boolean;
}

const nothing: StreamEvent = { count: undefined, isLast: false };
// They pass for every object: a schema that fails costs more, and there are thousands of events in a second.
const count = z.number().min(0).optional().catch(undefined);
const word = z.string().optional().catch(undefined);

const anthropicUsage = z
  .looseObject({
    input_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    output_tokens: count,
  })
  .optional()
  .catch(undefined);
const anthropicSchema = z.looseObject({
  type: word,
  usage: anthropicUsage,
  message: z.looseObject({ usage: anthropicUsage }).optional().catch(undefined),
});

/** Anthropic's Messages: `message_start` has the input, each `message_delta` the output by then. */
export function readAnthropicEvent(event: unknown): StreamEvent {
  const { data } = anthropicSchema.safeParse(event, { jitless: true });
  if (data === undefined) return nothing;
  return { count: anthropicCount(data.message?.usage ?? data.usage), isLast: data.type === "message_stop" };
}

function anthropicCount(usage: z.output<typeof anthropicUsage>): TokenCount | undefined {
  if (usage === undefined) return undefined;
  const { cache_read_input_tokens: cacheRead, cache_creation_input_tokens: cacheWrite } = usage;
  // They count what is neither from a cache nor for one.
  const input =
    usage.input_tokens === undefined ? undefined : usage.input_tokens + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return { input, cacheRead, cacheWrite, output: usage.output_tokens };
}

const geminiUsage = z
  .looseObject({
    promptTokenCount: count,
    toolUsePromptTokenCount: count,
    cachedContentTokenCount: count,
    candidatesTokenCount: count,
    thoughtsTokenCount: count,
  })
  .optional()
  .catch(undefined);
const geminiSchema = z.looseObject({
  usageMetadata: geminiUsage,
  candidates: z
    .array(z.looseObject({ finishReason: word }))
    .optional()
    .catch(undefined),
});

/** Gemini's generateContent: the count is in each event. What it thought is paid for as output. */
export function readGeminiEvent(event: unknown): StreamEvent {
  const { data } = geminiSchema.safeParse(event, { jitless: true });
  if (data === undefined) return nothing;
  const isLast = data.candidates?.[0]?.finishReason !== undefined;
  return { count: geminiCount(data.usageMetadata), isLast };
}

function geminiCount(usage: z.output<typeof geminiUsage>): TokenCount | undefined {
  if (usage === undefined) return undefined;
  const { candidatesTokenCount: said, thoughtsTokenCount: thought } = usage;
  const output = said === undefined && thought === undefined ? undefined : (said ?? 0) + (thought ?? 0);
  const { promptTokenCount: prompt, toolUsePromptTokenCount: byTools = 0 } = usage;
  // What the vendor's own tools found is input that the prompt's count leaves out.
  const input = prompt === undefined ? undefined : prompt + byTools;
  return { input, cacheRead: usage.cachedContentTokenCount, output };
}

const cached = z.looseObject({ cached_tokens: count }).optional().catch(undefined);
const openAiUsage = z
  .looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: cached,
    input_tokens: count,
    output_tokens: count,
    input_tokens_details: cached,
  })
  .optional()
  .catch(undefined);
const openAiSchema = z.looseObject({
  type: word,
  usage: openAiUsage,
  response: z.looseObject({ usage: openAiUsage }).optional().catch(undefined),
  choices: z
    .array(z.looseObject({ finish_reason: word }))
    .optional()
    .catch(undefined),
});
const lastOfResponses: readonly (string | undefined)[] = ["response.completed", "response.incomplete"];

/** OpenAI's Responses, and Chat Completions, of which some servers count with each event, or after the last. */
export function readOpenAiEvent(event: unknown): StreamEvent {
  const { data } = openAiSchema.safeParse(event, { jitless: true });
  if (data === undefined) return nothing;
  const isLast = lastOfResponses.includes(data.type) || data.choices?.[0]?.finish_reason !== undefined;
  return { count: openAiCount(data.response?.usage ?? data.usage), isLast };
}

function openAiCount(usage: z.output<typeof openAiUsage>): TokenCount | undefined {
  if (usage === undefined) return undefined;
  return {
    input: usage.input_tokens ?? usage.prompt_tokens,
    output: usage.output_tokens ?? usage.completion_tokens,
    cacheRead: (usage.input_tokens_details ?? usage.prompt_tokens_details)?.cached_tokens,
  };
}
