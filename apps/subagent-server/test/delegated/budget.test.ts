import { describe, expect, test } from "vitest";
import { delegatedOptions } from "./counting-team.ts";
import { modelEngines } from "./delegating-host.ts";
import { hostWithModels } from "./host-with-models.ts";
import { parentManager } from "./parent-manager.ts";

const timeout = 240_000;

describe.each(modelEngines)(`a delegated run that has spent its budget$where`, ({ engine, isMissing }) => {
  test.skipIf(isMissing)(
    "comes back with what its agent had said, and its sibling goes on",
    { timeout },
    async () => {
      const usage = { inputTokens: 5000, outputTokens: 1000 };
      const looks = { toolCalls: [{ name: "list_directory", arguments: { path: "." } }] };
      const host = await hostWithModels(
        {
          respond: ({ text }) =>
            text.includes("the dear one")
              ? { ...looks, text: "So far: three words.", usage }
              : { text: "All of it.", usage },
        },
        { engine, limits: { run: { tokens: 10_000 } } },
      );
      const team = [{ id: "ada", backend: { type: "openai", model: "gpt-5-mini" } }];
      const manager = await parentManager(delegatedOptions(host, team), { uid: 1000 });
      const [dear, sibling] = await manager.spawn(
        [
          { task: "You are the dear one.", subagent_id: "dear" },
          { task: "You are the other.", subagent_id: "sibling" },
        ],
        { refine: false },
      );
      expect(await dear?.result).toMatchObject({
        status: "error",
        error: expect.stringMatching(/budget_exhausted(?!.*check OPENAI_API_KEY)/s),
        answer: expect.stringContaining("So far: three words."),
        answer_source: { reason: "draft", agent_id: "ada", finished: false },
        token_usage: { input_tokens: 10_000, output_tokens: 2000 },
      });
      expect(await sibling?.result).toMatchObject({ status: "completed", answer: "All of it." });
      expect(host.vendor.requests).toHaveLength(3);
    },
  );
});
