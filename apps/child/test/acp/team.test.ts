import { readFileSync } from "node:fs";
import type { VendorRequest } from "@retinue/testkit/vendor-api";
import { expect, test } from "vitest";
import { parent, vendorApi } from "../cli-agents/cli-parent.ts";
import { acpBackend, acpHome, acpKeys, agentsPath, missing, realAgents } from "./acp-agents.ts";

interface Status {
  readonly results: { readonly votes: Readonly<Record<string, number>>; readonly winner: string };
  readonly agents: Record<string, { readonly token_usage: { readonly input_tokens: number } }>;
}

const usage = { inputTokens: 100, outputTokens: 10 };

/** What it was told last: some put reminders of their own behind it. */
const told = ({ messages }: VendorRequest) =>
  messages
    .filter(({ role }) => role === "user")
    .slice(-3)
    .map(({ text }) => text)
    .join("\n");

function reply(request: VendorRequest) {
  if (request.tools.length === 0) return { text: "A title", usage };
  const task = told(request);
  if (task.includes("Write the final answer now")) return { text: "The final answer.", usage };
  const [, label] = /labels to vote for: (agent\d\.\d)/.exec(task) ?? [];
  if (label !== undefined) return { text: JSON.stringify({ vote: label, reason: "most complete" }), usage };
  return { text: `By ${request.model}, in ${request.protocol}.`, usage };
}

const why = realAgents.map(missing).find((each) => each !== undefined);

test.skipIf(why !== undefined)(
  `seven programs by ACP answer, vote and present as one team${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 900_000 },
  async () => {
    const api = await vendorApi({ respond: reply });
    const manager = parent({
      agents: realAgents.map((agent) => ({ id: agent.name, backend: acpBackend(agent, api) })),
      environment: acpKeys,
      path: agentsPath,
      home: acpHome(api),
      coordination: { subagent_orchestrator: { enabled: true } },
    });
    const run = await manager.spawn({ task: "How much is it?", subagent_id: "a" });
    const result = await run.result;
    expect(result).toMatchObject({ status: "completed", answer: "The final answer." });
    const status = JSON.parse(readFileSync(run.statusFile, "utf8")) as Status;
    expect(Object.values(status.results.votes).reduce((sum, votes) => sum + votes, 0)).toBe(
      realAgents.length,
    );
    for (const { name } of realAgents)
      expect({ name, ...status.agents[name]?.token_usage }).toMatchObject({
        name,
        input_tokens: expect.any(Number),
      });
    expect(result.warning ?? "").not.toMatch(/failed|was refused|went on|twice|at work/);
  },
);
