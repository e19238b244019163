import { expect, test } from "vitest";
import { modelAgent, modelTeam, quick, vendorApi, type ModelType } from "./model-team.ts";
import { call } from "./tool-calls.ts";

const usage = { inputTokens: 100, outputTokens: 10 };
const answer = { reply: { toolCalls: [call("new_answer", { content: "done" })], usage } };

test.each<[ModelType, object]>([
  ["openai", { type: "web_search" }],
  ["claude", { type: "web_search_20250305", name: "web_search", max_uses: 5 }],
  ["gemini", { googleSearch: {} }],
])("%s searches by its vendor's tool in a request of its own, and is paid for", async (type, tool) => {
  const searching = { toolCalls: [call("web_search", { query: "the newest release of x" })], usage };
  const api = await vendorApi({
    steps: [{ reply: searching }, { reply: { text: "It is 7, says x.example.", usage } }, answer],
  });
  const model = { openai: "gpt-5-mini", claude: "claude-haiku-4-5", gemini: "gemini-2.5-flash" }[
    type as "openai"
  ];
  const agent = modelAgent("alpha", type, api, { model, enable_web_search: true });
  const { outcome, status } = await modelTeam([agent], quick);
  expect(outcome).toMatchObject({ kind: "answered", answer: "done" });
  api.assertConsumed();
  const [first, search, last] = api.requests;
  expect(first?.tools.map(({ name }) => name)).toContain("web_search");
  expect(search?.body["tools"]).toEqual([expect.objectContaining(tool)]);
  expect(search?.text).toContain("the newest release of x");
  expect(search?.text).not.toContain("six times seven");
  expect(last?.last).toContain("It is 7, says x.example.");
  expect(status.costs).toMatchObject({ total_input_tokens: 300, total_output_tokens: 30 });
  expect(status.other["warnings"]).toEqual([
    expect.stringContaining("its searches of the web (1) are paid for beside its tokens"),
  ]);
});

test("a search that fails is said to the model, which goes on; one that is not on is not offered", async () => {
  const searching = { toolCalls: [call("web_search", { query: "x" })] };
  const api = await vendorApi({
    steps: [{ reply: searching }, { reply: { status: 400, message: "no search for this model" } }, answer],
  });
  const { outcome } = await modelTeam(
    [modelAgent("alpha", "openai", api, { enable_web_search: true })],
    quick,
  );
  expect(outcome).toMatchObject({ kind: "answered", answer: "done" });
  expect(api.requests.at(-1)?.last).toMatch(/^error: .*no search for this model/);

  const plain = await vendorApi({ steps: [answer] });
  await modelTeam([modelAgent("alpha", "openai", plain)], quick);
  expect(plain.requests[0]?.tools.map(({ name }) => name)).not.toContain("web_search");
});
