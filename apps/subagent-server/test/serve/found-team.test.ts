import { eventually, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { expect, onTestFinished, test } from "vitest";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

/** Models of MassGen's defaults, at the stand-in for their vendors. */
test.each([
  ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "", "claude-opus-4-6 (claude, by ANTHROPIC_API_KEY)"],
  ["OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1", "gpt-5.4 (openai, by OPENAI_API_KEY)"],
  ["GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "", "gemini-3-flash-preview (gemini, by GEMINI_API_KEY)"],
])(
  "with %s alone, the model of that key does the task, and the result says so",
  async (key, base, path, team) => {
    const api = await startVendorApi({
      respond: ({ text }) => ({ text: text.includes("capital of Assyria") ? "It was Assur." : "?" }),
    });
    onTestFinished(() => api.stop());
    const unset = { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", GEMINI_API_KEY: "", GOOGLE_API_KEY: "" };
    const env = {
      ...unset,
      PATH: "/usr/bin:/bin",
      HOME: "/nowhere",
      [key]: "a-key",
      [base]: `${api.url}${path}`,
    };
    const args = ["--runtime-fallback-mode", "inherited"];
    const server = rawServer({ cwd: temporaryDirectory(), args, env });
    server.send(initialize);
    const tasks = [{ task: "Name the capital of Assyria." }];
    server.send(call(2, "spawn_subagents", { tasks, refine: false }));
    expect(await eventually("the reply", () => replyOf(server, 2), 60)).toMatchObject({
      structuredContent: {
        results: [{ status: "completed", answer: "It was Assur.", warning: expect.stringContaining(team) }],
      },
    });
    expect(api.requests.map(({ headers }) => JSON.stringify(headers))).toContainEqual(
      expect.stringContaining("a-key"),
    );
  },
  90_000,
);
