import { z } from "zod";
import { messagesSchema } from "./messages-schema.ts";
import type { Json, ModelApi, Need } from "./model-api.ts";
import { isObject, objectsIn, tierNeeds } from "./shapes.ts";
import type { TokenCount } from "./token-count.ts";

/** Anthropic's Messages. */
export const anthropicMessages: ModelApi = {
  name: "messages",
  query: ["beta=true"],
  schema: messagesSchema,
  locate: (path) => (path === "/v1/messages" ? {} : undefined),
  needs,
  read: (body) => ({
    model: String(body["model"]),
    stream: body["stream"] === true,
    mostOutput: Number(body["max_tokens"]),
    body,
  }),
  key: (key) => ["x-api-key", key],
  count,
  ends: (event) => isObject(event) && (event["type"] === "message_stop" || event["type"] === "error"),
  failure: (_status, code, message) => ({ type: "error", error: { type: code, message } }),
};

const tokens = z.number().min(0).nullish().catch(undefined);
const usage = z
  .looseObject({
    input_tokens: tokens,
    cache_read_input_tokens: tokens,
    cache_creation_input_tokens: tokens,
    cache_creation: z.looseObject({ ephemeral_1h_input_tokens: tokens }).nullish().catch(undefined),
    output_tokens: tokens,
  })
  .nullish()
  .catch(undefined);
const answer = z.looseObject({ usage, message: z.looseObject({ usage }).nullish().catch(undefined) });

/** `message_start` has the input, each `message_delta` the output by then. What caches hold is counted apart. */
function count(said: unknown): TokenCount | undefined {
  const { data } = answer.safeParse(said, { jitless: true });
  const found = data?.message?.usage ?? data?.usage;
  if (found === undefined || found === null) return undefined;
  const cacheRead = found.cache_read_input_tokens ?? undefined;
  const cacheWrite = found.cache_creation_input_tokens ?? undefined;
  const fresh = found.input_tokens ?? undefined;
  return {
    input: fresh === undefined ? undefined : fresh + (cacheRead ?? 0) + (cacheWrite ?? 0),
    output: found.output_tokens ?? undefined,
    cacheRead,
    cacheWrite,
    cacheWriteHour: found.cache_creation?.ephemeral_1h_input_tokens ?? undefined,
  };
}

function* needs({ messages, tools, service_tier: tier }: Json): Generator<Need> {
  for (const [message, where] of objectsIn(messages, "messages")) {
    for (const [block, at] of objectsIn(message["content"], `${where}.content`)) {
      yield* sourceNeeds(block, at);
      for (const [inner, place] of objectsIn(block["content"], `${at}.content`))
        yield* sourceNeeds(inner, place);
    }
  }
  for (const [{ type }, where] of objectsIn(tools, "tools"))
    if (!isOwnTool(type)) yield { grant: "vendor_tools", where };
  yield* tierNeeds(tier);
}

function* sourceNeeds({ source }: Json, where: string): Generator<Need> {
  const type = isObject(source) ? source["type"] : undefined;
  if (type === "url") yield { grant: "urls", where: `${where}.source.url` };
  if (type === "file") yield { grant: "files", where: `${where}.source.file_id` };
}

/** The client runs these itself, though the vendor has described them. */
function isOwnTool(type: unknown): boolean {
  return (
    type === undefined ||
    type === null ||
    /^(custom|(bash|text_editor|computer|memory)_\d{8})$/.test(String(type))
  );
}
