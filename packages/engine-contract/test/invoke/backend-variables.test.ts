import { describe, expect, it } from "vitest";
import { backendVariables, namedKeyVariable } from "../../src/index.ts";

describe("backendVariables", () => {
  it.each([
    [{ type: "openai" }, ["OPENAI_API_KEY"], ["OPENAI_BASE_URL"]],
    [{ type: "claude" }, ["ANTHROPIC_API_KEY"], ["ANTHROPIC_BASE_URL"]],
    [{ type: "gemini" }, ["GOOGLE_API_KEY", "GEMINI_API_KEY"], ["GOOGLE_GEMINI_BASE_URL"]],
    [{ type: "chatcompletion" }, ["OPENAI_API_KEY"], ["OPENAI_BASE_URL"]],
    [
      { type: "chatcompletion", base_url: "https://openrouter.ai/api/v1" },
      ["OPENROUTER_API_KEY"],
      ["OPENAI_BASE_URL"],
    ],
    [{ type: "chatcompletion", base_url: "http://127.0.0.1:8/v1" }, ["OPENAI_API_KEY"], ["OPENAI_BASE_URL"]],
    [{ type: "chatcompletion", base_url: "no url" }, ["OPENAI_API_KEY"], ["OPENAI_BASE_URL"]],
    [
      { type: "chatcompletion", base_url: "https://notopenrouter.ai/v1" },
      ["OPENAI_API_KEY"],
      ["OPENAI_BASE_URL"],
    ],
    [{ type: "openai", api_key: "${TEAM_KEY}" }, ["TEAM_KEY"], ["OPENAI_BASE_URL"]],
    [{ type: "openai", api_key: "sk-literal" }, ["OPENAI_API_KEY"], ["OPENAI_BASE_URL"]],
    [{ type: "command" }, [], []],
    [{ type: "constructor" }, [], []],
    [{}, [], []],
  ])("%j", (backend, keys, baseUrls) => {
    expect(backendVariables(backend)).toMatchObject({ keys, baseUrls });
  });

  it("takes no text for the name of a variable but ${NAME}", () => {
    const named = ["${A_1}", " ${A_1} ", "$A_1", "${}", "${A-B}", "x${A}", 7, undefined];
    expect(named.map((api_key) => namedKeyVariable({ api_key }))).toEqual([
      "A_1",
      "A_1",
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });
});
