import { createOpenAI } from "@ai-sdk/openai";
import { present } from "../configure/call-settings.ts";
import { openAiCount } from "../count/streamed-usage.ts";
import { boundedFetch } from "../receive/bounded-fetch.ts";
import type { ModelApi } from "./model-api.ts";

/** OpenAI's Responses. */
export const openAiApi: ModelApi = {
  title: "OpenAI",
  connect: ({ model }, { key = "", baseUrl = "https://api.openai.com/v1" }) =>
    createOpenAI({ apiKey: key, baseURL: baseUrl, fetch: boundedFetch }).responses(model),
  counted: openAiCount,
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
