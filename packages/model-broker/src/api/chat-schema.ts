import { z } from "zod";
import { flag, number, opaque, positive, text } from "./shapes.ts";

const part = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string(), cache_control: opaque.optional() }),
  z.strictObject({ type: z.literal("refusal"), refusal: z.string() }),
  z.strictObject({
    type: z.literal("image_url"),
    image_url: z.strictObject({ url: z.string(), detail: text }),
  }),
  z.strictObject({
    type: z.literal("input_audio"),
    input_audio: z.strictObject({ data: z.string(), format: z.string() }),
  }),
  z.strictObject({
    type: z.literal("file"),
    file: z.strictObject({ file_id: text, file_data: text, filename: text }),
  }),
]);
const call = z.strictObject({
  index: number,
  id: text,
  type: z.literal("function").nullish(),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});
const message = z.strictObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: z.union([z.string(), z.array(part)]).nullish(),
  name: text,
  refusal: text,
  reasoning: text,
  reasoning_content: text,
  tool_calls: z.array(call).nullish(),
  tool_call_id: text,
});
const tool = z.union([
  z.strictObject({
    type: z.literal("function"),
    function: z.strictObject({
      name: z.string(),
      description: text,
      parameters: opaque.optional(),
      strict: flag,
    }),
    cache_control: opaque.optional(),
  }),
  z.looseObject({ type: z.string().refine((type) => type !== "function") }),
]);

/** A body of Chat Completions. */
export const chatSchema = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  stream: flag,
  stream_options: z.strictObject({ include_usage: flag, include_obfuscation: flag }).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: opaque.optional(),
  parallel_tool_calls: flag,
  max_tokens: positive,
  max_completion_tokens: positive,
  n: z.number().int().min(1).max(128).nullish(),
  temperature: number,
  top_p: number,
  top_k: number,
  min_p: number,
  presence_penalty: number,
  frequency_penalty: number,
  repetition_penalty: number,
  logit_bias: z.record(z.string(), z.number()).nullish(),
  logprobs: flag,
  top_logprobs: number,
  seed: number,
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  response_format: opaque.optional(),
  reasoning_effort: text,
  verbosity: text,
  user: text,
  prompt_cache_key: text,
  safety_identifier: text,
  metadata: z.record(z.string(), z.string()).nullish(),
  service_tier: text,
  store: flag,
  web_search_options: opaque.optional(),
});
