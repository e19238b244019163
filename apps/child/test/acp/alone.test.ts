import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SubagentResult } from "@retinue/status-model";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import type { VendorReply, VendorRequest } from "@retinue/testkit/vendor-api";
import { describe, expect, onTestFinished, test } from "vitest";
import { parent, vendorApi } from "../cli-agents/cli-parent.ts";
import { draftOf } from "../programs/draft-of.ts";
import {
  acpBackend,
  acpHome,
  acpKeys,
  agentsPath,
  missing,
  realAgents,
  theNextMinute,
  type RealAgent,
} from "./acp-agents.ts";

const usage = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 20 };

/** Some ask a model for a title beside the turn, without tools. */
const isBeside = ({ tools }: VendorRequest) => tools.length === 0;

async function alone(agent: RealAgent, respond: (request: VendorRequest) => VendorReply) {
  const api = await vendorApi({
    respond: (request) => (isBeside(request) ? { text: "A title", usage } : respond(request)),
  });
  const manager = parent({
    agents: [{ id: "alpha", backend: acpBackend(agent, api) }],
    environment: acpKeys,
    path: agentsPath,
    home: acpHome(api),
  });
  return { api, manager };
}

/** Whether it told of tokens, of no more than it had used, and of a cost. */
function counted({ token_usage: { input_tokens = 0, estimated_cost } }: SubagentResult, requests: number) {
  const isPossible = input_tokens >= usage.inputTokens && input_tokens <= requests * usage.inputTokens;
  return { tokens: isPossible, cost: estimated_cost !== undefined };
}

/** Of those models the list has no price. */
const unpriced = new Set(["qwen3-coder", "devstral"]);
const tellsAll = ({ model }: RealAgent) => ({ tokens: true, cost: !unpriced.has(model) });

const run = { timeout: 400_000 };

describe.each(realAgents.map((agent) => [agent.name, agent] as const))("%s by ACP, alone", (_name, agent) => {
  const why = missing(agent);

  test.skipIf(why !== undefined)(
    `writes in its own directory, is refused what its role may not, answers; then goes on in its session${why === undefined ? "" : ` (skipped: ${why})`}`,
    run,
    async () => {
      const outside = join(temporaryDirectory("retinue-acp-outside-"), "made");
      let workspace = "";
      const { api, manager } = await alone(agent, ({ messages }) => {
        const results = messages.filter(({ role }) => role === "tool").length;
        // The agent's own: it is there by now.
        const [own = ""] = globSync(join(workspace, "agent_1*"));
        if (results === 0) return { toolCalls: [agent.writes(join(own, "inside"))], usage };
        if (results === 1) return { toolCalls: [agent.oversteps(outside)], usage };
        return { text: "The answer is forty-two.", usage };
      });
      const first = await manager.spawn({ task: "How much is it?", subagent_id: "a" }, { refine: false });
      workspace = first.workspace;
      const result = await first.result;
      expect(result).toMatchObject({ status: "completed", answer: "The answer is forty-two." });
      expect(result.warning).toMatch(/1 request of its for permission or a file was refused: /);
      const [written = ""] = globSync(join(first.workspace, "**/inside"));
      expect(readFileSync(written, "utf8")).toBe("written");
      expect(existsSync(outside)).toBe(false);
      expect(counted(result, api.requests.length)).toEqual(tellsAll(agent));

      const before = api.requests.length;
      if (agent.name === "gemini") await theNextMinute();
      const second = await manager.continue("a", "And now?");
      expect(await second.result).toMatchObject({ status: "completed" });
      const asked = api.requests.slice(before).filter((request) => !isBeside(request));
      const spoken = asked[0]?.messages.filter(({ role }) => role === "assistant").map(({ text }) => text);
      expect(spoken?.join("\n")).toContain("The answer is forty-two.");
      const { warning = "" } = await second.result;
      expect(warning).not.toContain("earlier session is gone");
      // Earlier turns are not counted again.
      expect(counted(await second.result, api.requests.length - before)).toEqual(tellsAll(agent));
    },
  );

  test.skipIf(why !== undefined)("reads a context path, and does not write there", run, async () => {
    // Beneath /tmp Codex' adapter lets it write.
    const context = mkdtempSync("/var/tmp/retinue-acp-context-");
    onTestFinished(() => rmSync(context, { recursive: true, force: true }));
    writeFileSync(join(context, "told"), "It was told here.");
    const { api, manager } = await alone(agent, ({ messages }) => {
      const results = messages.filter(({ role }) => role === "tool").length;
      if (results === 0) return { toolCalls: [agent.reads(join(context, "told"))], usage };
      if (results === 1) return { toolCalls: [agent.writes(join(context, "written"))], usage };
      return { text: "I have read it.", usage };
    });
    const task = { task: "Read it.", subagent_id: "a", context_paths: [context] };
    const { result } = await manager.spawn(task, { refine: false });
    expect(await result).toMatchObject({ status: "completed", answer: "I have read it." });
    const results = api.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === "tool"));
    expect(results.map(({ text }) => text).join("\n")).toContain("It was told here.");
    expect(existsSync(join(context, "written"))).toBe(false);
  });

  test.skipIf(why !== undefined)(
    "stopped in the middle of a round, comes back with its draft",
    run,
    async () => {
      const { manager } = await alone(agent, () => ({
        text: "Half of the answer is, as far as I have come, ",
        usage,
        hang: true,
      }));
      const started = await manager.spawn({ task: "How much is it?", subagent_id: "a" }, { refine: false });
      await eventually("its words", () => draftOf(started, 0).includes("Half of the answer"), 120);
      void manager.cancel("a");
      const result = await started.result;
      expect(result.answer).toContain("Half of the answer");
      expect(result.answer_source).toMatchObject({ reason: "draft", agent_id: "alpha" });
    },
  );
});
