import type { Json, ModelApi, Need } from "./model-api.ts";
import { bearer, openAiCount, openAiFailure } from "./open-ai.ts";
import { responsesSchema } from "./responses-schema.ts";
import { addressNeeds, fileNeeds, isObject, objectsIn, tierNeeds } from "./shapes.ts";

/** OpenAI's Responses. */
export const responses: ModelApi = {
  name: "responses",
  query: [],
  schema: responsesSchema,
  locate: (path) => (path === "/v1/responses" ? {} : undefined),
  needs,
  read({ store, ...body }) {
    const { model, stream, max_output_tokens: most } = body;
    return {
      model: String(model),
      stream: stream === true,
      mostOutput: typeof most === "number" ? most : undefined,
      // The vendor keeps an answer unless it is told not to.
      body: { ...body, store: store === true },
    };
  },
  key: bearer,
  count: openAiCount,
  ends: (event) =>
    isObject(event) && /^(response\.(completed|failed|incomplete)|error)$/.test(String(event["type"])),
  failure: openAiFailure,
};

const ownTools = new Set(["function", "custom", "namespace", "local_shell"]);

function* needs(body: Json): Generator<Need> {
  for (const [item, where] of objectsIn(body["input"], "input")) {
    const { type, content, output } = item;
    if (type === "item_reference") yield { grant: "store", where };
    for (const [name, parts] of Object.entries({ content, output })) {
      for (const [part, at] of objectsIn(parts, `${where}.${name}`)) {
        yield* addressNeeds(part["image_url"], `${at}.image_url`);
        yield* addressNeeds(part["file_url"], `${at}.file_url`);
        yield* fileNeeds(part["file_id"], `${at}.file_id`);
      }
    }
  }
  for (const [tool, where] of objectsIn(body["tools"], "tools")) yield* toolNeeds(tool, where);
  for (const name of ["previous_response_id", "conversation", "prompt"])
    if (body[name] !== undefined && body[name] !== null) yield { grant: "store", where: name };
  if (body["store"] === true) yield { grant: "store", where: "store" };
  if (body["background"] === true) yield { grant: "background", where: "background" };
  yield* tierNeeds(body["service_tier"]);
}

/** What a namespace holds is asked for as if it stood by itself. */
function* toolNeeds({ type, tools }: Json, where: string): Generator<Need> {
  if (!ownTools.has(String(type))) yield { grant: "vendor_tools", where };
  for (const [tool, at] of objectsIn(tools, `${where}.tools`)) yield* toolNeeds(tool, at);
}
