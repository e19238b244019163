import { eventually, temporaryDirectory } from "@retinue/testkit";
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
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

/** A machine with nothing on it but the system. */
const bare = {
  PATH: "/usr/bin:/bin",
  HOME: "/nowhere",
  ANTHROPIC_API_KEY: "",
  OPENAI_API_KEY: "",
  GEMINI_API_KEY: "",
  GOOGLE_API_KEY: "",
};

test("without a team and with nothing on the machine a spawn names the one command; once a file is written the next call runs", async () => {
  const workspace = temporaryDirectory();
  const server = rawServer({ cwd: workspace, env: bare });
  server.send(initialize);
  server.send(call(2, "spawn_subagents", spawn));
  expect(await refusal(server, 2)).toEqual({
    code: "NO_TEAM",
    message: expect.stringContaining(join(workspace, "retinue.yaml")),
    remedy: "Run: npm install -g @anthropic-ai/claude-code",
    retryable: true,
  });
  server.send(call(3, "list_subagents"));
  expect(await eventually("the list", () => replyOf(server, 3))).toMatchObject({
    structuredContent: { count: 0 },
  });
  expect(existsSync(join(workspace, "subagents/one"))).toBe(false);

  copyFileSync(join(parentWorkspace(), "retinue.yaml"), join(workspace, "retinue.yaml"));
  server.send(call(4, "spawn_subagents", spawn));
  expect(await eventually("the result", () => replyOf(server, 4), 60)).toMatchObject({
    structuredContent: { results: [{ status: "completed", answer: "the work is done" }] },
  });
});

test("a delegated parent's team is not looked for on its own machine", async () => {
  const file = join(temporaryDirectory(), "coordination.json");
  writeFileSync(file, JSON.stringify({ subagent_runtime_mode: "delegated" }));
  const args = ["--coordination-config-file", file];
  const env = { ...bare, ANTHROPIC_API_KEY: "a-key" };
  const server = rawServer({ cwd: temporaryDirectory(), args, env });
  server.send(initialize);
  server.send(call(2, "spawn_subagents", spawn));
  expect(await refusal(server, 2)).toMatchObject({
    code: "NO_TEAM",
    remedy: expect.stringContaining("retinue.yaml"),
  });
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
