import { agentsImage, eventually, noAgentsImage, verifies } from "@retinue/testkit";
import type { VendorRequest } from "@retinue/testkit/vendor-api";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { containerOf, modelEngines } from "./delegating-host.ts";
import { canary, hostWithModels } from "./host-with-models.ts";
import { parentClient } from "./parent-client.ts";
import { filesInside, inMemoryOf, keyPlaces } from "./secrets-inside.ts";

const missing = noAgentsImage(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;
const usage = { inputTokens: 1000, outputTokens: 200 };
const task = "Which way leads out, needle-4711?";

/** Everybody votes for the first label, in the way of each program. */
function voted({ last, protocol }: VendorRequest) {
  const vote = /labels to vote for: (agent\d\.\d)/.exec(last)?.[1];
  const ballot = { vote, reason: "most complete", new_answer: null };
  return protocol === "anthropic"
    ? { toolCalls: [{ name: "StructuredOutput", arguments: ballot }], usage }
    : { text: JSON.stringify(ballot), usage };
}

describe.each(modelEngines)(
  `Claude Code and Gemini CLI as a team${skipped}$where`,
  ({ engine, isMissing }) => {
    const network = engine === "docker" ? "none" : "policy";

    test.skipIf(missing !== undefined || isMissing)(
      `answer, vote and present without a network of their own, by retinue-mcp in a parent's container ${verifies("DELEGATED-RUN")}`,
      { timeout: 240_000 },
      async () => {
        const looked = Promise.withResolvers<void>();
        const host = await hostWithModels(
          {
            steps: [
              { when: ({ last }) => last.includes("labels to vote for"), reply: voted, repeat: true },
              {
                when: ({ last }) => last.includes("Write the final answer now"),
                reply: { text: "Straight on, and then left.", usage },
              },
              { after: looked.promise, reply: { text: "Straight on.", usage }, repeat: true },
            ],
          },
          { engine, image: await agentsImage(), config: { resources: { memory_mb: 2048 } } },
        );
        const agents = [
          { id: "ada", backend: { type: "claude_code", model: "claude-haiku-4-5" } },
          { id: "bob", backend: { type: "gemini_cli", model: "gemini-2.5-flash" } },
        ];
        writeFileSync(join(host.workspace, "retinue.yaml"), JSON.stringify({ agents }));
        const { parent, call } = await parentClient(host, host.flags);
        const answered = call("spawn_subagents", { tasks: [{ task, subagent_id: "way" }] });
        const asked = eventually("both are asked", () => host.vendor.requests.length === 2, 90);
        await Promise.race([asked, answered]);

        const child = await host.engine.idOf(containerOf(host, "way") ?? "");
        expect(inMemoryOf(child, [canary, task])).toEqual([task]);
        expect(filesInside(child, canary)).toEqual([]);
        expect(filesInside(child, task)).toContain("/input/prompt.txt");
        expect(await keyPlaces(host)).toEqual([]);
        looked.resolve();

        const { results, ...reply } = await answered;
        expect(reply).toMatchObject({ success: true, summary: { total: 1, completed: 1 } });
        const [result] = results;
        expect(result).toMatchObject({ answer: "Straight on, and then left." });
        const logs = String(result?.["log_path"]);
        const record = JSON.parse(readFileSync(join(logs, "run.json"), "utf8"));
        expect(record.runs).toMatchObject([{ mode: "delegated", policy: { network } }]);
        const file = join(logs, "full_logs/status.json");
        await eventually("its logs are copied, after its result", () => existsSync(file));
        const status = JSON.parse(readFileSync(file, "utf8"));
        expect(status.results.votes).toEqual({ "agent1.1": 2 });
        const protocols = host.vendor.requests.map(({ protocol }) => protocol);
        expect(new Set(protocols)).toEqual(new Set(["anthropic", "gemini"]));
        for (const { headers } of host.vendor.requests) expect(JSON.stringify(headers)).toContain(canary);
        expect(inMemoryOf(parent.id, [canary, task])).toEqual([task]);
        expect(await keyPlaces(host)).toEqual([]);
      },
    );
  },
);
