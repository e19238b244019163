import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

test("started as MassGen starts its own server, it keeps MassGen's places and names", async () => {
  const base = temporaryDirectory("retinue-massgen-");
  const workspace = join(base, "workspace");
  const named = join(workspace, ".massgen/subagent_mcp");
  mkdirSync(named, { recursive: true });
  const file = (name: string, content: unknown) => {
    writeFileSync(join(named, name), JSON.stringify(content));
    return join(named, name);
  };
  const agents = [{ id: "agent_a", backend: { type: "command", command: ["echo", "as MassGen does"] } }];
  const logs = join(base, "logs");
  const flags = {
    "agent-id": "agent_a",
    "orchestrator-id": "orch",
    "workspace-path": workspace,
    "agent-temporary-workspace": "",
    "agent-configs-file": file("t_agent_configs.json", agents),
    "max-concurrent": "2",
    "default-timeout": "120",
    "min-timeout": "30",
    "max-timeout": "90",
    "orchestrator-config": "{}",
    "orchestrator-config-file": "",
    "context-paths-file": "",
    "coordination-config-file": file("t_coordination_config.json", { enable_subagents: true }),
    "log-directory": logs,
    "runtime-mode": "inherited",
    "runtime-fallback-mode": "",
    "host-launch-prefix": "[]",
    "delegation-directory": "",
    "hook-dir": "",
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const server = rawServer({ cwd: "/", args });
  server.send(initialize);
  const three = [1, 2, 3].map((number) => ({ task: `task ${number}` }));
  server.send(call(2, "spawn_subagents", { tasks: three, context_paths: null }));
  server.send(call(3, "spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }], refine: false }));

  expect(await eventually("the refusal", () => replyOf(server, 2))).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "TOO_MANY_TASKS", message: expect.stringContaining("at most 2") } },
  });
  expect(await eventually("the result", () => replyOf(server, 3))).toMatchObject({
    isError: false,
    structuredContent: {
      success: true,
      results: [
        {
          subagent_id: "a",
          answer: "as MassGen does",
          workspace: join(workspace, "subagents/a/workspace"),
          log_path: join(logs, "subagents/a"),
          timeout_seconds: 120,
        },
      ],
    },
  });
  // What its parents poll for is in the list; the tools that they have themselves are not there.
  server.send(call(4, "list_subagents"));
  expect(await eventually("the list", () => replyOf(server, 4))).toMatchObject({
    structuredContent: {
      subagents: [
        {
          subagent_id: "a",
          status: "completed",
          created_at: expect.any(String),
          result: { answer: "as MassGen does" },
        },
      ],
    },
  });
  server.send({ jsonrpc: "2.0", id: 5, method: "tools/list" });
  const { tools } = (await eventually("the tools", () => replyOf(server, 5))) as {
    tools: { name: string }[];
  };
  expect(tools.map(({ name }) => name)).toEqual([
    "spawn_subagents",
    "list_subagents",
    "continue_subagent",
    "cancel_subagent",
    "send_message_to_subagent",
  ]);
  expect(existsSync(join(logs, "subagents/a/full_logs/status.json"))).toBe(true);
  const registry = join(workspace, "subagents/_registry.json");
  await expect
    .poll(() => JSON.parse(readFileSync(registry, "utf8")))
    .toMatchObject({
      parent_agent_id: "agent_a",
      orchestrator_id: "orch",
      subagents: [{ subagent_id: "a", status: "completed" }],
    });
  // That and nothing else: Node 22 would call node:sqlite experimental here.
  expect(server.stderr()).toMatch(/^retinue-mcp: [^\n]*the maximum was raised to 120\n$/);
});
