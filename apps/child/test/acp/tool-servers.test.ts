import { join } from "node:path";
import type { VendorReply, VendorRequest, VendorToolCall } from "@retinue/testkit/vendor-api";
import { expect, test } from "vitest";
import { parent, vendorApi } from "../cli-agents/cli-parent.ts";
import {
  acpKeys,
  agentsPath,
  confinedBackend,
  missing,
  realAgents,
  sandboxHome,
  type RealAgent,
} from "./acp-agents.ts";

const word = { word: "heron" };

/** Two show their model no tool of a server: it looks for it, and calls it by another. */
const detours: Readonly<Partial<Record<RealAgent["name"], readonly VendorToolCall[]>>> = {
  qwen: [
    { name: "tool_search", arguments: { query: "look_up" } },
    { name: "tool_call", arguments: { name: "mcp__words__look_up", arguments: word } },
  ],
  "vibe-acp": [
    { name: "search_tool_functions", arguments: { mode: "details", functions: ["mcp_words.look_up"] } },
    {
      name: "run_typescript",
      arguments: {
        code: `async function main() { return await tools.mcp_words.look_up(${JSON.stringify(word)}); }`,
      },
    },
  ],
};

/** Calls the server's tool, by whatever name its agent gives it, and then says what it told. */
function reply({ tools, messages }: VendorRequest, name: RealAgent["name"]): VendorReply {
  if (tools.length === 0) return { text: "A title" };
  const results = messages.filter(({ role }) => role === "tool");
  const detour = detours[name]?.[results.length];
  if (detour !== undefined) return { toolCalls: [detour] };
  if (results.length > 0) return { text: `It says: ${results.at(-1)?.text}` };
  const tool = tools.find((each) => each.name.includes("look_up"));
  if (tool === undefined)
    return { text: `There is no such tool: ${tools.map((each) => each.name).join(", ")}` };
  return { toolCalls: [{ ...tool, arguments: word }] };
}

const why = realAgents.map(missing).find((each) => each !== undefined);

test.skipIf(why !== undefined).each(realAgents.map((agent) => [agent.name, agent] as const))(
  `%s by ACP gets the team's tool server in the sandbox, and its tool is called${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 300_000 },
  async (name, agent) => {
    const words = {
      name: "words",
      type: "stdio",
      command: process.execPath,
      args: [join(import.meta.dirname, "programs/tool-server.mjs")],
      env: { LEVEL: "strict" },
    };
    const api = await vendorApi({ respond: (request) => reply(request, name) });
    const agents = [{ id: "solo", backend: { ...confinedBackend(agent, api), mcp_servers: [words] } }];
    const manager = parent({
      agents,
      environment: acpKeys,
      path: agentsPath,
      home: sandboxHome(api),
      sandbox: "required",
    });
    const run = await manager.spawn({ task: "What is a heron?", subagent_id: "a" });
    const result = await run.result;
    expect(result.answer).toContain("A heron is a bird (strict).");
    expect(result.warning ?? "").not.toMatch(/refused|left out/);
  },
);
