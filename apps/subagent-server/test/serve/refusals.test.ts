import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { call, initialize, rawServer, replyOf, type RawServer } from "./raw-server.ts";

const spawn = { tasks: [{ task: "work", subagent_id: "one" }] };

async function refusal(server: RawServer, id: number): Promise<unknown> {
  const reply = await eventually("the reply", () => replyOf(server, id));
  expect(reply["isError"]).toBe(true);
  return (reply["structuredContent"] as { error: unknown }).error;
}

test("without a team a spawn says where it was looked for; once it is written the next call runs", async () => {
  const workspace = temporaryDirectory();
  const server = rawServer({ cwd: workspace });
  server.send(initialize);
  server.send(call(2, "spawn_subagents", spawn));
  expect(await refusal(server, 2)).toMatchObject({
    code: "NO_TEAM",
    message: expect.stringContaining(join(workspace, "retinue.yaml")),
    remedy: expect.stringContaining("--config"),
    retryable: true,
  });
  server.send(call(3, "list_subagents"));
  expect(await eventually("the list", () => replyOf(server, 3))).toMatchObject({
    structuredContent: { count: 0 },
  });
  expect(existsSync(join(workspace, "subagents/one"))).toBe(false);
});

test.each([
  ["an unknown runtime mode", ["--runtime-mode", "sandboxed"], "INVALID_CONFIGURATION", /sandboxed/],
  [
    "a fallback that does not go with its mode",
    ["--runtime-mode", "inherited", "--runtime-fallback-mode", "inherited"],
    "INVALID_CONFIGURATION",
    /subagent_runtime_fallback_mode/,
  ],
  [
    "a blank token in the launch prefix",
    ["--host-launch-prefix", '["ssh", " "]'],
    "INVALID_CONFIGURATION",
    /hostLaunchPrefix|launch/i,
  ],
  [
    "bounds that contradict each other",
    ["--min-timeout", "900", "--max-timeout", "600"],
    "INVALID_TIMEOUT_BOUNDS",
    /900/,
  ],
  [
    "a file that is not there",
    ["--agent-configs-file", "/nowhere/agents.json"],
    "INVALID_FILE",
    /\/nowhere\/agents\.json/,
  ],
])(
  "%s is a tool error that names the value and the remedy; nothing is launched",
  async (_, args, code, message) => {
    const workspace = parentWorkspace();
    const server = rawServer({ cwd: workspace, args });
    server.send(initialize);
    server.send(call(2, "spawn_subagents", spawn));
    expect(await refusal(server, 2)).toMatchObject({
      code,
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(/\S/),
    });
    expect(existsSync(join(workspace, "subagents/one"))).toBe(false);
  },
);

test("a configuration that was mended is read at the next call", async () => {
  const workspace = parentWorkspace();
  const good = join(workspace, "agents.json");
  writeFileSync(good, "{");
  const server = rawServer({
    cwd: workspace,
    args: ["--agent-configs-file", good, "--runtime-mode", "inherited"],
  });
  server.send(initialize);
  server.send(call(2, "spawn_subagents", spawn));
  expect(await refusal(server, 2)).toMatchObject({ code: "INVALID_FILE", retryable: true });
  writeFileSync(
    good,
    JSON.stringify([{ id: "solo", backend: { type: "command", command: ["echo", "mended"] } }]),
  );
  server.send(call(3, "spawn_subagents", { ...spawn, refine: false }));
  expect(await eventually("the reply", () => replyOf(server, 3))).toMatchObject({
    isError: false,
    structuredContent: { results: [{ status: "completed", answer: "mended" }] },
  });
});
