import { chatSchema } from "./chat-schema.ts";
import type { Json, ModelApi, Need } from "./model-api.ts";
import { bearer, openAiCount, openAiFailure } from "./open-ai.ts";
import { addressNeeds, fileNeeds, isObject, objectsIn, tierNeeds } from "./shapes.ts";

/** OpenAI's Chat Completions, which many servers speak. */
export const chatCompletions: ModelApi = {
  name: "chat",
  query: [],
  schema: chatSchema,
  locate: (path) => (path === "/v1/chat/completions" ? {} : undefined),
  needs,
  read(body) {
    const { model, stream, max_tokens, max_completion_tokens, n, stream_options: options } = body;
    const most = max_completion_tokens ?? max_tokens;
    const asked = isObject(options) && options["include_usage"] === true;
    const streams = stream === true;
    return {
      model: String(model),
      stream: streams,
      mostOutput: typeof most === "number" ? most * Number(n ?? 1) : undefined,
      // Without being asked the server does not say what a stream has cost.
      body: streams ? { ...body, stream_options: { ...(options as Json), include_usage: true } } : body,
      hidesCount: streams && !asked,
    };
  },
  key: bearer,
  count: openAiCount,
  ends: (_event, data) => data === "[DONE]",
  failure: openAiFailure,
};

function* needs({
  messages,
  tools,
  store,
  service_tier: tier,
  web_search_options: search,
}: Json): Generator<Need> {
  for (const [message, where] of objectsIn(messages, "messages")) {
    for (const [part, at] of objectsIn(message["content"], `${where}.content`)) {
      const { image_url: image, file } = part;
      if (isObject(image)) yield* addressNeeds(image["url"], `${at}.image_url.url`);
      if (isObject(file)) yield* fileNeeds(file["file_id"], `${at}.file.file_id`);
    }
  }
  for (const [{ type }, where] of objectsIn(tools, "tools"))
    if (type !== "function") yield { grant: "vendor_tools", where };
  if (search !== undefined && search !== null) yield { grant: "vendor_tools", where: "web_search_options" };
  if (store === true) yield { grant: "store", where: "store" };
  yield* tierNeeds(tier);
}
