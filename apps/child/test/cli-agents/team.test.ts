import { readFileSync } from "node:fs";
import type { VendorRequest } from "@retinue/testkit/vendor-api";
import { describe, expect, test } from "vitest";
import { agents, backendOf, noAgents, parent, skipped, vendorApi } from "./cli-parent.ts";

interface Status {
  readonly agents: Record<string, { readonly token_usage: { readonly estimated_cost: number } }>;
}

const usage = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 20 };

/** The first answer, the votes (again when a newer answer comes), and the end. */
const isFirst = (protocol: string) => (request: VendorRequest) =>
  request.protocol === protocol && !request.text.includes("# The answers of your team");
const isVote = (protocol: string) => (request: VendorRequest) =>
  request.protocol === protocol && request.last.includes("The labels to vote for");
const isPresentation = ({ last }: VendorRequest) => last.includes("Write the final answer now");

/** Everybody votes for the first label. */
const ballot = ({ last }: VendorRequest) => ({
  vote: /labels to vote for: (agent\d\.\d)/.exec(last)?.[1],
  reason: "most complete",
  new_answer: null,
});

describe.skipIf(noAgents !== undefined)(`Claude Code, Codex and Gemini CLI${skipped}`, () => {
  test(
    "answer, vote and present; tokens of all and Claude's cost are counted",
    { timeout: 500_000 },
    async () => {
      const api = await vendorApi({
        steps: [
          { when: isFirst("anthropic"), reply: { text: "By Claude.", usage } },
          { when: isFirst("responses"), reply: { text: "By Codex.", usage } },
          { when: isFirst("gemini"), reply: { text: "By Gemini.", usage } },
          {
            when: isVote("anthropic"),
            repeat: true,
            reply: (request) => ({
              toolCalls: [{ name: "StructuredOutput", arguments: ballot(request) }],
              usage,
            }),
          },
          {
            when: isVote("responses"),
            repeat: true,
            reply: (request) => ({ text: JSON.stringify(ballot(request)), usage }),
          },
          {
            when: isVote("gemini"),
            repeat: true,
            // It takes no schema, and its models like to talk.
            reply: (request) => ({
              text: `I looked at them.\n\`\`\`json\n{"vote": "${ballot(request).vote}", reason: 'best',}\n\`\`\``,
              usage,
            }),
          },
          { when: isPresentation, reply: { text: "By Claude, final.", usage } },
        ],
      });
      const manager = parent({
        agents: agents.map((id) => ({ id, backend: backendOf(id, api) })),
        coordination: { subagent_orchestrator: { enabled: true } },
      });
      const { result, statusFile } = await manager.spawn({ task: "/compare @/etc/hostname with nothing." });
      const asked = (protocol: string) =>
        api.requests.filter((request) => request.protocol === protocol).length;
      const tokens = (protocol: string) => ({
        input_tokens: asked(protocol) * 100,
        cached_input_tokens: asked(protocol) * 20,
        output_tokens: asked(protocol) * 10,
      });
      const total = api.requests;
      expect(await result).toMatchObject({ status: "completed", answer: "By Claude, final." });
      expect((await result).token_usage).toMatchObject({
        input_tokens: total.length * 100,
        output_tokens: total.length * 10,
      });
      const status = JSON.parse(readFileSync(statusFile, "utf8")) as Status;
      expect(status).toMatchObject({
        results: { votes: { "agent1.1": 3 }, winner: "claude" },
        agents: {
          claude: { token_usage: tokens("anthropic") },
          codex: { token_usage: tokens("responses") },
          gemini: { token_usage: tokens("gemini") },
        },
      });
      // Claude Code's own count: 3, 0.3 and 15 dollars for a million tokens.
      const cost = (asked("anthropic") * (80 * 3 + 20 * 0.3 + 10 * 15)) / 1e6;
      expect(status.agents["claude"]?.token_usage.estimated_cost).toBeCloseTo(cost, 9);
      // References in a task are literal, and so is a slash at its beginning.
      for (const { text } of api.requests) expect(text).toContain("/compare @/etc/hostname with nothing.");
    },
  );
});
