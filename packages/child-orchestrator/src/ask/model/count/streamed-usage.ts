import { z } from "zod";
import type { TokenCount } from "./usage-counter.ts";

// What events of vendors' streams say of the request's usage by now: the SDKs tell it with the last event only.

const count = z.number().min(0).optional().catch(undefined);

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
  usage: anthropicUsage,
  message: z.looseObject({ usage: anthropicUsage }).optional().catch(undefined),
});

/** Anthropic's Messages: `message_start` has the input, each `message_delta` the output by then. */
export function anthropicCount(event: unknown): TokenCount | undefined {
  const { data } = anthropicSchema.safeParse(event, { jitless: true });
  const usage = data?.message?.usage ?? data?.usage;
  if (usage === undefined) return undefined;
  const { cache_read_input_tokens: cacheRead, cache_creation_input_tokens: cacheWrite } = usage;
  // They count what is neither from a cache nor for one.
  const input =
    usage.input_tokens === undefined ? undefined : usage.input_tokens + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return { input, cacheRead, cacheWrite, output: usage.output_tokens };
}

const geminiSchema = z.looseObject({
  usageMetadata: z.looseObject({
    promptTokenCount: count,
    cachedContentTokenCount: count,
    candidatesTokenCount: count,
    thoughtsTokenCount: count,
  }),
});

/** Gemini's generateContent: in each event. What it thought is paid for as output. */
export function geminiCount(event: unknown): TokenCount | undefined {
  const usage = geminiSchema.safeParse(event, { jitless: true }).data?.usageMetadata;
  if (usage === undefined) return undefined;
  const { candidatesTokenCount: said, thoughtsTokenCount: thought } = usage;
  const output = said === undefined && thought === undefined ? undefined : (said ?? 0) + (thought ?? 0);
  return { input: usage.promptTokenCount, cacheRead: usage.cachedContentTokenCount, output };
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
  usage: openAiUsage,
  response: z.looseObject({ usage: openAiUsage }).optional().catch(undefined),
});

/** OpenAI's Responses, and Chat Completions, of which some servers count with each event. */
export function openAiCount(event: unknown): TokenCount | undefined {
  const { data } = openAiSchema.safeParse(event, { jitless: true });
  const usage = data?.response?.usage ?? data?.usage;
  if (usage === undefined) return undefined;
  return {
    input: usage.input_tokens ?? usage.prompt_tokens,
    output: usage.output_tokens ?? usage.completion_tokens,
    cacheRead: (usage.input_tokens_details ?? usage.prompt_tokens_details)?.cached_tokens,
  };
}
