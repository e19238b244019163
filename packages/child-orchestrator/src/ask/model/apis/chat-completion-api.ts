import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { present } from "../configure/call-settings.ts";
import { readOpenAiEvent } from "../receive/stream-event.ts";
import { boundedFetch } from "../receive/bounded-fetch.ts";
import type { ModelApi } from "./model-api.ts";

/** Chat Completions, of any server that speaks them. */
export const chatCompletionApi: ModelApi = {
  title: "the Chat Completions server",
  connect: ({ model }, { key, baseUrl = "https://api.openai.com/v1", socket }) =>
    createOpenAICompatible({
      name: "chatcompletion",
      baseURL: baseUrl,
      includeUsage: true,
      fetch: boundedFetch(socket),
      ...present({ apiKey: key }),
    }).chatModel(model),
  readEvent: readOpenAiEvent,
  // What is not an option of the SDK goes into the request as it is.
  options: (config) => ({
    chatcompletion: present({
      textVerbosity: config.text?.verbosity ?? config.verbosity,
      service_tier: config.service_tier,
      parallel_tool_calls: config.parallel_tool_calls,
      store: config.store,
      user: config.user,
      top_k: config.top_k,
      ...config.extra_body,
    }),
  }),
};
