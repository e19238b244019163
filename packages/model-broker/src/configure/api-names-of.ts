import type { ApiName, Route } from "./route.ts";

const usual: Readonly<Record<string, readonly ApiName[]>> = {
  openai: ["responses", "chat"],
  claude: ["messages"],
  gemini: ["gemini"],
};

/** What a route speaks: as it says, else by its name; Chat Completions for any other. */
export function apiNamesOf(name: string, { apis }: Pick<Route, "apis">): readonly ApiName[] {
  return apis ?? (Object.hasOwn(usual, name) ? usual[name] : undefined) ?? ["chat"];
}
