import { expect, test } from "vitest";
import { keyVariables } from "../../src/index.ts";

test("a team's variables are those of its backends, each once", () => {
  const agents = [
    { id: "a", backend: { type: "openai", model: "gpt-5-mini" } },
    { id: "b", backend: { type: "openai", model: "gpt-5", api_key: "${TEAM_KEY}" } },
    { id: "c", backend: { type: "claude", model: "claude-haiku-4-5" } },
    { id: "d", backend: { type: "command", command: ["true"] } },
  ];
  expect(keyVariables({ agents })).toEqual([
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "TEAM_KEY",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
  ]);
});

test("programs alone need none", () => {
  expect(keyVariables({ agents: [{ id: "d", backend: { type: "command" } }] })).toEqual([]);
});
