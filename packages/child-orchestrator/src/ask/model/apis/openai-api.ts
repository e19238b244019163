import { createOpenAI } from "@ai-sdk/openai";
import { present } from "../configure/call-settings.ts";
import { readOpenAiEvent } from "../receive/stream-event.ts";
import { boundedFetch } from "../receive/bounded-fetch.ts";
import type { ModelApi } from "./model-api.ts";

/** OpenAI's Responses. */
export const openAiApi: ModelApi = {
  title: "OpenAI",
  connect: ({ model }, { key = "", baseUrl = "https://api.openai.com/v1", socket }) =>
    createOpenAI({ apiKey: key, baseURL: baseUrl, fetch: boundedFetch(socket) }).responses(model),
  search: { type: "provider", id: "openai.web_search", name: "web_search", args: {} },
  readEvent: readOpenAiEvent,
  options: (config) => ({
    openai: present({
      reasoningSummary: config.reasoning?.summary,
      textVerbosity: config.text?.verbosity ?? config.verbosity,
      serviceTier: config.service_tier,
      parallelToolCalls: config.parallel_tool_calls,
      // Otherwise later requests only refer to what the server has kept, and not every server keeps it.
      store: config.store ?? false,
      user: config.user,
    }),
  }),
};
