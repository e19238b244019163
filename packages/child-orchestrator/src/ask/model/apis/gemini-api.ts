import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { present } from "../configure/call-settings.ts";
import { readGeminiEvent } from "../receive/stream-event.ts";
import { boundedFetch } from "../receive/bounded-fetch.ts";
import { versioned, type ModelApi } from "./model-api.ts";

/** Gemini's generateContent. */
export const geminiApi: ModelApi = {
  title: "Gemini",
  hidesCutCalls: true,
  connect: ({ model }, { key = "", baseUrl = "https://generativelanguage.googleapis.com", socket }) =>
    createGoogleGenerativeAI({
      apiKey: key,
      baseURL: versioned(baseUrl, "v1beta"),
      fetch: boundedFetch(socket),
    }).chat(model),
  search: { type: "provider", id: "google.google_search", name: "google_search", args: {} },
  readEvent: readGeminiEvent,
  options: ({ thinking_config: thinking, service_tier }) => ({
    google: present({
      thinkingConfig:
        thinking &&
        present({
          thinkingBudget: thinking.thinking_budget,
          thinkingLevel: thinking.thinking_level,
          includeThoughts: thinking.include_thoughts,
        }),
      serviceTier: service_tier,
    }),
  }),
};
