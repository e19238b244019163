import { createAnthropic } from "@ai-sdk/anthropic";
import { present } from "../configure/call-settings.ts";
import { readAnthropicEvent } from "../receive/stream-event.ts";
import { boundedFetch } from "../receive/bounded-fetch.ts";
import { versioned, type ModelApi } from "./model-api.ts";

/** Anthropic's Messages. */
export const claudeApi: ModelApi = {
  title: "Anthropic",
  connect: ({ model }, { key = "", baseUrl = "https://api.anthropic.com", socket }) =>
    createAnthropic({ apiKey: key, baseURL: versioned(baseUrl, "v1"), fetch: boundedFetch(socket) }).messages(
      model,
    ),
  search: { type: "provider", id: "anthropic.web_search_20250305", name: "web_search", args: { maxUses: 5 } },
  readEvent: readAnthropicEvent,
  options: ({ thinking, parallel_tool_calls: parallel }) => ({
    anthropic: present({
      thinking: thinking && present({ type: thinking.type, budgetTokens: thinking.budget_tokens }),
      disableParallelToolUse: parallel === false ? true : undefined,
      // A sign of life while the model thinks.
      includePings: true,
    }),
  }),
};
