import { createServer } from "node:http";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { filesWith, installedProgram } from "@retinue/testkit";
import type { VendorReply, VendorRequest } from "@retinue/testkit/vendor-api";
import { expect, onTestFinished, test } from "vitest";
import { ask, brokeredParent, canary } from "./brokered-parent.ts";

const { path, missing } = installedProgram("claude-agent-acp");
const usage = { inputTokens: 1000, outputTokens: 200 };

const answers: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "words", version: "1" },
  },
  "tools/list": { tools: [{ name: "look_up", description: "Looks up", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "A heron is a bird." }] },
};

/** A tool server over HTTP, on loopback. */
async function toolServer(): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string };
    if (id === undefined) return void response.writeHead(202).end();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] ?? {} }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens nowhere");
  return `http://127.0.0.1:${address.port}/mcp`;
}

function reply({ tools, messages }: VendorRequest): VendorReply {
  const results = messages.filter(({ role }) => role === "tool");
  if (results.length > 0) return { text: `It says: ${results.at(-1)?.text}`, usage };
  const tool = tools.find(({ name }) => name.includes("look_up"));
  return tool === undefined
    ? { text: "There is no such tool.", usage }
    : { toolCalls: [{ ...tool, arguments: {} }], usage };
}

test.skipIf(missing !== undefined)(
  `in a sandbox an agent by ACP reaches its tool server beside the broker, and nothing else${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  { timeout: 120_000 },
  async () => {
    const server = await toolServer();
    const env = { PATH: `${dirname(path)}:${process.env["PATH"]}`, ANTHROPIC_API_KEY: canary };
    const parent = await brokeredParent(
      { respond: reply },
      (url) => ({
        type: "acp",
        agent: "claude-agent-acp",
        model: "claude-haiku-4-5",
        base_url: url,
        mcp_servers: [{ name: "words", type: "http", url: server }],
      }),
      { env: { ...env, ANTHROPIC_BASE_URL: "" }, coordination: { subagent_sandbox: "required" } },
    );
    const { results } = await ask(parent.serve(), "spawn_subagents", {
      tasks: [{ task: "What is a heron?", subagent_id: "one" }],
      refine: false,
    });
    expect(results).toMatchObject([
      {
        status: "completed",
        answer: "It says: A heron is a bird.",
        budget: { held_by: "broker" },
        policy: { network: "hosts", hosts: [new URL(server).host] },
      },
    ]);
    expect(filesWith(canary, [parent.workspace])).toEqual([]);
  },
);
