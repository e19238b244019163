import { expect, test } from "vitest";
import { startVendorApi } from "../../src/vendor-api/index.ts";

test("the example of the README", async () => {
  // #region example
  const api = await startVendorApi({
    steps: [
      { when: ({ model }) => model === "small", reply: { status: 429, retryAfter: 1 } },
      { reply: { toolCalls: [{ name: "vote", arguments: { agent_id: "agent1" } }] } },
    ],
  });
  const response = await fetch(`${api.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "small", messages: [{ role: "user", content: "Who is right?" }] }),
  });
  // #endregion
  expect([response.status, api.requests[0]?.last]).toEqual([429, "Who is right?"]);
  await response.text();
  await expect(api.stop()).rejects.toThrow("step 1 was not used");
});
