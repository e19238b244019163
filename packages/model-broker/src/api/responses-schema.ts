import { z } from "zod";
import { flag, number, opaque, positive, text } from "./shapes.ts";

const part = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("input_text"), text: z.string() }),
  z.strictObject({
    type: z.literal("output_text"),
    text: z.string(),
    annotations: opaque.optional(),
    logprobs: opaque.optional(),
  }),
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({ type: z.literal("summary_text"), text: z.string() }),
  z.strictObject({ type: z.literal("reasoning_text"), text: z.string() }),
  z.strictObject({ type: z.literal("refusal"), refusal: z.string() }),
  z.strictObject({ type: z.literal("input_image"), image_url: text, file_id: text, detail: text }),
  z.strictObject({
    type: z.literal("input_file"),
    file_id: text,
    file_url: text,
    file_data: text,
    filename: text,
  }),
]);
const content = z.union([z.string(), z.array(part)]);
const its = { id: text, status: text, internal_chat_message_metadata_passthrough: opaque.optional() };
const item = z.discriminatedUnion("type", [
  z.strictObject({
    ...its,
    type: z.literal("message"),
    role: z.enum(["system", "developer", "user", "assistant"]),
    content,
    phase: text,
  }),
  z.strictObject({
    ...its,
    type: z.literal("reasoning"),
    summary: z.array(part),
    content: z.array(part).nullish(),
    encrypted_content: text,
  }),
  z.strictObject({
    ...its,
    type: z.literal("function_call"),
    call_id: z.string(),
    name: z.string(),
    namespace: text,
    arguments: z.string(),
  }),
  z.strictObject({ ...its, type: z.literal("function_call_output"), call_id: z.string(), output: content }),
  z.strictObject({
    ...its,
    type: z.literal("custom_tool_call"),
    call_id: z.string(),
    name: z.string(),
    namespace: text,
    input: z.string(),
  }),
  z.strictObject({
    ...its,
    type: z.literal("custom_tool_call_output"),
    call_id: z.string(),
    output: content,
  }),
  z.strictObject({ ...its, type: z.literal("item_reference") }),
]);
const plainMessage = z.strictObject({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content,
});

/** A body of Responses. */
export const responsesSchema = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.union([item, plainMessage]))]),
  instructions: text,
  stream: flag,
  stream_options: z.strictObject({ include_obfuscation: flag }).nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  tool_choice: opaque.optional(),
  parallel_tool_calls: flag,
  max_output_tokens: positive,
  temperature: number,
  top_p: number,
  top_logprobs: number,
  reasoning: z.strictObject({ effort: text, summary: text, generate_summary: text, context: text }).nullish(),
  text: opaque.optional(),
  include: z.array(z.string()).nullish(),
  truncation: text,
  user: text,
  prompt_cache_key: text,
  prompt_cache_retention: text,
  safety_identifier: text,
  metadata: z.record(z.string(), z.string()).nullish(),
  client_metadata: z.record(z.string(), z.string()).nullish(),
  service_tier: text,
  store: flag,
  background: flag,
  previous_response_id: text,
  conversation: opaque.optional(),
  prompt: opaque.optional(),
});
