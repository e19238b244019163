import { apiNamesOf } from "../configure/api-names-of.ts";
import type { ApiName, Route } from "../configure/route.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { chatCompletions } from "./chat-completions.ts";
import { geminiContent } from "./gemini-content.ts";
import type { ModelApi } from "./model-api.ts";
import { responses } from "./responses.ts";

const known: Readonly<Record<ApiName, ModelApi>> = {
  chat: chatCompletions,
  responses,
  messages: anthropicMessages,
  gemini: geminiContent,
};

/** What a route speaks. */
export function apisOf(name: string, route: Route): ModelApi[] {
  return apiNamesOf(name, route).map((each) => known[each]);
}
