import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { brokerOf, leaks, modelOutbox } from "./model-outbox.ts";

const agents = {
  openai: { type: "openai", model: "gpt-5-mini" },
  chatcompletion: { type: "chatcompletion", model: "gpt-4o-mini" },
  claude: { type: "claude", model: "claude-haiku-4-5" },
  gemini: { type: "gemini", model: "gemini-2.5-flash" },
};

const rules = { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true };

describe.skipIf(noEngine !== undefined)(`a team of models without a network${skipped}`, () => {
  it.each([
    ["openai", "claude", "volume"],
    ["chatcompletion", "gemini", "gate"],
  ] as const)(
    "%s and %s answer through the host's broker (mount_pinning: %s), and no key is anywhere",
    async (one, other, mount_pinning) => {
      const usage = { inputTokens: 1000, outputTokens: 200 };
      const step = { reply: { text: "Forty-two, as the team found.", usage } };
      const watched = await modelOutbox({ steps: [step, step] }, { mount_pinning });
      const workspace = watched.workspace("a");
      await watched.start();
      const team = [one, other].map((name) => ({
        id: name,
        backend: { ...agents[name], base_url: "https://elsewhere.example" },
      }));
      watched.put(watched.request("a", { yaml_config: { agents: team, orchestrator: rules } }));
      const response = await watched.response("a");
      expect(response).toMatchObject({ status: "completed", exit_code: 0 });
      expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toContain("Forty-two");
      expect(response.spent).toMatchObject({
        requests: 2,
        input_tokens: 2000,
        output_tokens: 400,
        estimated: 0,
      });
      expect(watched.vendor.requests.map(({ headers }) => JSON.stringify(headers))).toEqual(
        [one, other].map(() => expect.stringContaining("sk-canary")),
      );
      const receipt = JSON.parse(readFileSync(join(watched.outbox, "receipt_a.json"), "utf8"));
      expect(receipt.policy).toMatchObject({ network: "none", models: { limits: { concurrency: 16 } } });
      await eventually("nothing is left", async () => (await watched.left()).length === 0);
      expect(await brokerOf(watched.config.spool).status()).toMatchObject({ runs: [] });
      expect(leaks(watched)).toEqual([]);
    },
  );
});
