import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, quick, types, vendorApi, type ModelType } from "./model-team.ts";

/** Runs one agent for one request and gives what the server was asked. */
async function asked(type: ModelType, more: Record<string, unknown>, environment?: Record<string, string>) {
  const api = await vendorApi({ steps: [{ reply: { text: "42" } }] });
  const agent = modelAgent("alpha", type, api, more);
  const { outcome, status } = await modelTeam([agent], quick, environment && { environment });
  expect(outcome).toMatchObject({ kind: "answered", answer: "42" });
  const [request] = api.requests;
  return { body: request?.body ?? {}, headers: request?.headers ?? {}, warnings: status.other["warnings"] };
}

const common = { temperature: 0.25, top_p: 0.5, max_tokens: 3000 };

describe("settings", () => {
  it("reach OpenAI's Responses", async () => {
    const own = { reasoning: { effort: "high", summary: "auto" }, service_tier: "default", user: "u" };
    const { body } = await asked("openai", { model: "gpt-5-mini", max_tokens: 3000, ...own });
    expect(body).toMatchObject({
      model: "gpt-5-mini",
      max_output_tokens: 3000,
      reasoning: { effort: "high", summary: "auto" },
      service_tier: "default",
      user: "u",
      store: false,
    });
    const plain = await asked("openai", { model: "gpt-4o", ...common, parallel_tool_calls: false });
    expect(plain.body).toMatchObject({ temperature: 0.25, top_p: 0.5, parallel_tool_calls: false });
  });

  it("reach Chat Completions", async () => {
    const own = { seed: 7, stop: "END", presence_penalty: 1, frequency_penalty: -1, reasoning_effort: "low" };
    const { body } = await asked("chatcompletion", {
      ...common,
      ...own,
      top_k: 5,
      extra_body: { min_p: 0.1 },
    });
    expect(body).toMatchObject({
      ...common,
      ...own,
      stop: ["END"],
      top_k: 5,
      min_p: 0.1,
    });
  });

  it("reach Anthropic's Messages", async () => {
    const { temperature, max_tokens } = common;
    const plain = await asked("claude", { model: "claude-haiku-4-5", temperature, max_tokens, top_k: 5 });
    expect(plain.body).toMatchObject({ temperature, max_tokens, top_k: 5 });
    const thinking = { type: "enabled", budget_tokens: 2000 };
    const { body } = await asked("claude", { model: "claude-haiku-4-5", thinking });
    expect(body).toMatchObject({ thinking });
  });

  it("reach Gemini", async () => {
    const thinking_config = { thinking_budget: 100, include_thoughts: true };
    const { body } = await asked("gemini", {
      model: "gemini-2.5-flash",
      ...common,
      top_k: 5,
      thinking_config,
    });
    expect(body).toMatchObject({
      generationConfig: {
        temperature: 0.25,
        topP: 0.5,
        topK: 5,
        maxOutputTokens: 3000,
        thinkingConfig: { thinkingBudget: 100, includeThoughts: true },
      },
    });
  });

  it("that have no effect are named, those that are off are not", async () => {
    const off = { enable_mcp_command_line: false, agent_id: null, exclude_file_operation_mcps: true };
    const on = { enable_web_search: true, mcp_servers: [{ name: "x" }] };
    const { warnings } = await asked("chatcompletion", { ...off, ...on, model: "gpt-5-mini" });
    expect(warnings).toEqual([expect.stringMatching(/without effect.*: enable_web_search, mcp_servers$/)]);
  });

  it.each([
    [{ model: undefined }, "backend.model"],
    [{ api_key: "sk-in-clear-text" }, "backend.api_key: it names the variable"],
    [{ base_url: "ftp://x" }, "backend.base_url"],
    [{ temperature: "hot" }, "backend.temperature"],
    [{ max_tokens: 0 }, "backend.max_tokens"],
  ])("%j is refused before anything is asked", async (wrong, message) => {
    const api = await vendorApi({ respond: () => undefined });
    const run = modelTeam([modelAgent("alpha", "openai", api, wrong)]);
    await expect(run).rejects.toMatchObject({
      code: "INVALID_BACKEND",
      message: expect.stringContaining(message),
    });
    await expect(run).rejects.not.toMatchObject({ message: expect.stringContaining("sk-in-clear-text") });
    api.assertConsumed();
  });
});

describe("the key", () => {
  const headers = {
    openai: "authorization",
    chatcompletion: "authorization",
    claude: "x-api-key",
    gemini: "x-goog-api-key",
  };

  it.each(modelTypes)(
    "of %s comes from the variable of its type, or from the one that it names",
    async (type) => {
      const environment = { [types[type].key]: "of-the-type", TEAM_KEY: "of-the-team" };
      const plain = await asked(type, {}, environment);
      expect(plain.headers[headers[type]]).toMatch(/^(Bearer )?of-the-type$/);
      const named = await asked(type, { api_key: "${TEAM_KEY}" }, environment);
      expect(named.headers[headers[type]]).toMatch(/^(Bearer )?of-the-team$/);
    },
  );

  it("is not needed by a server of one's own", async () => {
    const { headers: sent } = await asked("chatcompletion", {}, { ANTHROPIC_API_KEY: "x" });
    expect(sent.authorization).toBeUndefined();
  });

  it.each([
    ["openai", "OPENAI_BASE_URL", "/v1"],
    ["claude", "ANTHROPIC_BASE_URL", ""],
    ["gemini", "GOOGLE_GEMINI_BASE_URL", ""],
  ] as const)("and the server of %s may come from the environment: %s", async (type, variable, path) => {
    const api = await vendorApi({ steps: [{ reply: { text: "42" } }] });
    const { base_url: _, ...backend } = modelAgent("alpha", type, api).backend;
    const environment = { [types[type].key]: "k", [variable]: `${api.url}${path}` };
    const { outcome } = await modelTeam([{ id: "alpha", backend }], quick, { environment });
    expect(outcome).toMatchObject({ kind: "answered", answer: "42" });
    api.assertConsumed();
  });
});
