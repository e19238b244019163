import { z } from "zod";
import { flag, number, opaque, text } from "./shapes.ts";

const cache = {
  cache_control: z
    .strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).nullish() })
    .nullish(),
};
const source = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("base64"), media_type: z.string(), data: z.string() }),
  z.strictObject({ type: z.literal("text"), media_type: z.string(), data: z.string() }),
  z.strictObject({ type: z.literal("url"), url: z.string() }),
  z.strictObject({ type: z.literal("file"), file_id: z.string() }),
]);
const plainBlocks = [
  z.strictObject({ ...cache, type: z.literal("text"), text: z.string(), citations: z.null().optional() }),
  z.strictObject({ ...cache, type: z.literal("image"), source }),
  z.strictObject({
    ...cache,
    type: z.literal("document"),
    source,
    title: text,
    context: text,
    citations: z.strictObject({ enabled: flag }).nullish(),
  }),
] as const;
const block = z.discriminatedUnion("type", [
  ...plainBlocks,
  z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.strictObject({
    ...cache,
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: opaque,
    caller: z.strictObject({ type: z.literal("direct") }).optional(),
  }),
  z.strictObject({
    ...cache,
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [...plainBlocks]))]).nullish(),
    is_error: flag,
  }),
]);
const message = z.strictObject({
  role: z.enum(["user", "assistant", "system"]),
  content: z.union([z.string(), z.array(block)]),
});

/** A body of Anthropic's Messages. */
export const messagesSchema = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  max_tokens: z.number().int().min(1).max(10_000_000),
  system: z.union([z.string(), z.array(plainBlocks[0])]).nullish(),
  stream: flag,
  tools: z
    .array(
      z.looseObject({
        ...cache,
        type: text,
        name: text,
        description: text,
        input_schema: opaque.optional(),
      }),
    )
    .nullish(),
  tool_choice: z
    .strictObject({
      type: z.enum(["auto", "any", "tool", "none"]),
      name: text,
      disable_parallel_tool_use: flag,
    })
    .nullish(),
  temperature: number,
  top_p: number,
  top_k: number,
  stop_sequences: z.array(z.string()).nullish(),
  thinking: z.strictObject({ type: z.string(), budget_tokens: number, display: text }).nullish(),
  metadata: z.strictObject({ user_id: text }).nullish(),
  output_config: z.strictObject({ effort: text, format: opaque.optional() }).nullish(),
  context_management: opaque.optional(),
  service_tier: text,
});
