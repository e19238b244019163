import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import type { VendorProtocol } from "@retinue/testkit/vendor-api";
import { describe, expect, test } from "vitest";
import { agents, backendOf, noAgents, parent, skipped, vendorApi } from "./cli-parent.ts";

interface Status {
  readonly agents: Record<string, { readonly token_usage: object }>;
}

const usage = { inputTokens: 100, outputTokens: 10 };
const protocols: readonly VendorProtocol[] = ["anthropic", "responses", "gemini"];

describe.skipIf(noAgents !== undefined)(`continuing with command-line agents${skipped}`, () => {
  test("each goes on in its own session, and pays for its new turns only", { timeout: 500_000 }, async () => {
    const api = await vendorApi({ respond: ({ protocol }) => ({ text: `Said by ${protocol}.`, usage }) });
    const manager = parent({
      agents: agents.map((id) => ({ id, backend: backendOf(id, api) })),
      coordination: { subagent_orchestrator: { enabled: true } },
    });
    const first = await manager.spawn({ task: "Remember this.", subagent_id: "it" }, { refine: false });
    expect(await first.result).toMatchObject({ status: "completed", answer: "Said by anthropic." });
    const before = api.requests.length;

    const second = await manager.continue("it", "And now?");
    expect(await second.result).toMatchObject({ status: "completed" });
    const continued = api.requests.slice(before);
    const status = JSON.parse(readFileSync(second.statusFile, "utf8")) as Status;
    for (const [index, agent] of agents.entries()) {
      const asked = continued.filter(({ protocol }) => protocol === protocols[index]);
      const spoken = asked[0]?.messages.filter(({ role }) => role === "assistant").map(({ text }) => text);
      expect([...new Set(spoken)]).toEqual([`Said by ${protocols[index]}.`]);
      expect(status.agents[agent]?.token_usage).toMatchObject({ input_tokens: asked.length * 100 });
    }
  });

  test("each goes on in the session of a run that was stopped", { timeout: 500_000 }, async () => {
    let isStopped = false;
    const api = await vendorApi({
      respond: () => (isStopped ? { text: "Now I say it.", usage } : { hang: true }),
    });
    const manager = parent({
      agents: agents.map((id) => ({ id, backend: backendOf(id, api) })),
      coordination: { subagent_orchestrator: { enabled: true } },
    });
    const first = await manager.spawn({ task: "Remember this.", subagent_id: "it" }, { refine: false });
    const asked = () => new Set(api.requests.map(({ protocol }) => protocol));
    await eventually("the requests of all three", () => asked().size === agents.length, 120);
    await manager.cancel("it");
    const before = sessionsIn(first.workspace);
    expect(Object.keys(before).toSorted()).toEqual([...agents]);

    isStopped = true;
    const second = await manager.continue("it", "And now?");
    expect(await second.result).toMatchObject({ status: "completed", answer: "Now I say it." });
    expect((await second.result).warning).toBeUndefined();
    expect(sessionsIn(first.workspace)).toEqual(before);
  });
});

/** The ids of the agents' sessions, by agent. */
function sessionsIn(workspace: string): Record<string, string> {
  const [path = ""] = globSync(join(workspace, ".massgen/sessions/*/agent_sessions.json"));
  const sessions = JSON.parse(readFileSync(path, "utf8")) as Record<string, { readonly id: string }>;
  return Object.fromEntries(Object.entries(sessions).map(([agent, { id }]) => [agent, id]));
}
