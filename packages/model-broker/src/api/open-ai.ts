import { z } from "zod";
import type { TokenCount } from "./token-count.ts";

const count = z.number().min(0).optional().catch(undefined);
const cached = z.looseObject({ cached_tokens: count }).nullish().catch(undefined);
const usage = z
  .looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: cached,
    input_tokens: count,
    output_tokens: count,
    input_tokens_details: cached,
  })
  .nullish()
  .catch(undefined);
const answer = z.looseObject({
  usage,
  response: z.looseObject({ usage }).nullish().catch(undefined),
});

/** Of Responses, and of Chat Completions. */
export function openAiCount(said: unknown): TokenCount | undefined {
  const { data } = answer.safeParse(said, { jitless: true });
  const found = data?.response?.usage ?? data?.usage;
  if (found === undefined || found === null) return undefined;
  return {
    input: found.input_tokens ?? found.prompt_tokens,
    output: found.output_tokens ?? found.completion_tokens,
    cacheRead: (found.input_tokens_details ?? found.prompt_tokens_details)?.cached_tokens,
  };
}

export function openAiFailure(_status: number, code: string, message: string): unknown {
  return { error: { message, type: code, param: null, code } };
}

export function bearer(key: string): readonly [string, string] {
  return ["authorization", `Bearer ${key}`];
}
