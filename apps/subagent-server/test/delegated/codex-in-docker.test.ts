import { agentsImage, noAgentsImage, verifies } from "@retinue/testkit";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canary, hostWithModels } from "./host-with-models.ts";
import { parentClient } from "./parent-client.ts";
import { inMemoryOf, keyPlaces } from "./secrets-inside.ts";

const missing = noAgentsImage(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

describe.skipIf(missing !== undefined)(`Codex that executes in Docker${skipped}`, () => {
  test(
    `as the parent: its team of two is delegated by itself, and Codex answers without a network ${verifies("DELEGATED-CODEX-DETECTION")}`,
    { timeout: 240_000 },
    async () => {
      const usage = { inputTokens: 1000, outputTokens: 200, cachedInputTokens: 400 };
      const respond = () => ({ text: "Three words.", usage });
      const host = await hostWithModels({ respond }, { image: await agentsImage() });
      const backend = {
        type: "codex",
        model: "gpt-5-mini",
        command_line_execution_mode: "docker",
        command_line_docker_image: "of-the-parents-own",
      };
      const subagent_agents = ["ada", "bob"].map((id) => ({ id, backend }));
      const agents = [{ id: "lead", backend, subagent_agents }];
      writeFileSync(join(host.workspace, "retinue.yaml"), JSON.stringify({ agents }));
      // No mode is named.
      const { parent, call } = await parentClient(host, ["--delegation-directory", host.outbox]);
      const tasks = [{ task: "Count the words of the notes.", subagent_id: "count" }];
      const { results, ...reply } = await call("spawn_subagents", { tasks, refine: false });
      expect(reply).toMatchObject({ success: true, summary: { total: 1, completed: 1 } });
      const [result] = results;
      expect(result).toMatchObject({
        answer: "Three words.",
        // Two answers and what is presented, each of 600 tokens at 0.25 dollars a million, 400 from the cache at a tenth
        // of that, 200 at 2.
        token_usage: { input_tokens: 3000, output_tokens: 600, estimated_cost: expect.closeTo(0.00168, 9) },
      });
      const record = JSON.parse(readFileSync(join(String(result?.["log_path"]), "run.json"), "utf8"));
      expect(record.runs).toMatchObject([{ mode: "delegated", policy: { network: "none" } }]);
      expect(host.vendor.requests.map(({ protocol, headers }) => [protocol, headers.authorization])).toEqual(
        [1, 2, 3].map(() => ["responses", `Bearer ${canary}`]),
      );
      // Nothing of what the parent can see or knows holds the key.
      expect(inMemoryOf(parent.id, [canary, "Three words."])).toEqual(["Three words."]);
      expect(await keyPlaces(host)).toEqual([]);
    },
  );
});
