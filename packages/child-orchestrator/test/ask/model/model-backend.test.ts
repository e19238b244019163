import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, types, vendorApi } from "./model-team.ts";

const usage = { inputTokens: 1000, outputTokens: 50, cachedInputTokens: 400 };

describe.each(modelTypes)("%s", (type) => {
  it("answers by new_answer, votes by vote, and presents as plain text", async () => {
    const api = await vendorApi({
      steps: [
        { reply: { toolCalls: [{ name: "new_answer", arguments: { content: "42" } }], usage } },
        {
          reply: { toolCalls: [{ name: "vote", arguments: { agent_id: "agent1.1", reason: "ok" } }], usage },
        },
        { reply: { text: "It is 42.", usage } },
      ],
    });
    const { outcome, status } = await modelTeam(
      [modelAgent("alpha", type, api, { system_message: "You count.", temperature: 0.5, max_tokens: 99 })],
      { skip_voting: false, skip_final_presentation: false },
    );
    expect(outcome).toMatchObject({ kind: "answered", answer: "It is 42.", how: "presented" });
    api.assertConsumed();
    expect(api.requests.map(({ protocol, stream }) => [protocol, stream])).toEqual(
      Array.from({ length: 3 }, () => [types[type].protocol, true]),
    );
    const files = ["list_directory", "read_file", "search_files", "write_file"];
    expect(api.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ["new_answer", ...files],
      ["vote", "new_answer", ...files],
      files,
    ]);
    const [first] = api.requests;
    expect(first?.model).toBe("model-of-alpha");
    expect(first?.messages[0]).toMatchObject({ role: "system", text: expect.stringMatching(/^You count\./) });
    expect(first?.last).toMatch(/^What is six times seven\?/);
    expect(JSON.stringify(first?.body)).toMatch(/"temperature":0\.5/);
    expect(JSON.stringify(first?.body)).toMatch(/"(max_tokens|max_output_tokens|maxOutputTokens)":99/);
    expect(status.costs).toEqual({ total_input_tokens: 3000, total_output_tokens: 150 });
    expect(status.agents.get("alpha")?.["token_usage"]).toEqual({
      input_tokens: 3000,
      cached_input_tokens: 1200,
      output_tokens: 150,
    });
    expect(status.other["warnings"]).toEqual([
      expect.stringContaining("agent alpha: no price of model-of-alpha is known"),
    ]);
  });
});
