import { spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import type { VendorApi, VendorRequest, VendorToolCall } from "@retinue/testkit/vendor-api";
import { expect, onTestFinished, test } from "vitest";
import {
  agents,
  backendOf,
  noAgents,
  parent,
  skipped,
  vendorApi,
  type Agent,
} from "../cli-agents/cli-parent.ts";
import { grounds, isRunning, pidsOf, type Grounds } from "./attack-grounds.ts";
import { attacks, over, shellOf, succeeded } from "./attacks.ts";

const isRoot = process.getuid?.() === 0;
const notRoot = isRoot ? "" : " (skipped: not root, who alone could do all of it)";
const names = attacks.map(({ name }) => name);

/** How each program's model asks for a shell. */
const calls: Record<Agent | "model", (command: string) => VendorToolCall> = {
  claude: (command) => ({ name: "Bash", arguments: { command, description: "Attack" } }),
  codex: (cmd) => ({ name: "exec_command", arguments: { cmd, yield_time_ms: 30_000 } }),
  gemini: (command) => ({ name: "run_shell_command", arguments: { command, description: "Attack" } }),
  model: (command) => ({ name: "run", arguments: { command } }),
};

/** A model that tries one attack after the other, and notes what each has said. */
function model(call: (command: string) => VendorToolCall, at: Promise<Grounds>, said: string[]) {
  return async (request: VendorRequest) => {
    const tool = call("").name;
    // Besides, some ask a smaller model about titles and the like.
    if (!request.tools.some(({ name }) => name === tool)) return { text: "ok" };
    const done = request.messages.filter(({ role }) => role === "tool");
    done.forEach(({ text }, index) => (said[index] = text));
    const next = attacks[done.length];
    if (next !== undefined) return { toolCalls: [call(shellOf(next, await at))] };
    const isOurs = tool === "run";
    return isOurs
      ? { toolCalls: [{ name: "new_answer", arguments: { content: "It is tried." } }] }
      : { text: "It is tried." };
  };
}

function homeDirectory(): string {
  // Codex makes its helpers in no home that lies beneath its temporary directory, which is /tmp in the sandbox.
  const home = mkdtempSync("/var/tmp/retinue-home-");
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const shells = [...agents, "model"] as const;
const backends = (shell: (typeof shells)[number], api: VendorApi) =>
  shell === "model" ? { type: "claude", model: "m", base_url: api.url } : backendOf(shell, api);

test.skipIf(noAgents !== undefined).each(shells)(
  `no attack comes through by the shell of %s, each is tried${skipped}`,
  { timeout: 480_000 },
  async (shell) => {
    const home = homeDirectory();
    const { promise: at, resolve } = Promise.withResolvers<Grounds>();
    const said: string[] = [];
    const api = await vendorApi({ respond: model(calls[shell], at, said) });
    const solo = { id: "solo", backend: backends(shell, api) };
    const manager = parent({
      agents: [solo],
      home,
      sandbox: "required",
      prepare: (workspace) => resolve(grounds(home, workspace, temporaryDirectory())),
    });
    const task = { task: "Try it.", subagent_id: "scout", subagent_type: "evaluator" };
    const spawned = await manager.spawn({ ...task, context_paths: ["context"] }, { refine: false });
    expect(await spawned.result).toMatchObject({ status: "completed", answer: "It is tried." });
    expect(
      said.map((text, index) => (text.includes(over) ? "" : `${names[index]}: ${text}`)).filter(Boolean),
    ).toEqual([]);
    expect(said).toHaveLength(attacks.length);
    const { daemon } = await at;
    await eventually("the end of what it left", () => !isRunning(daemon));
    expect(succeeded(said, await at)).toEqual([]);
  },
);

test.skipIf(!isRoot)(`outside each of them does${notRoot}`, { timeout: 120_000 }, async () => {
  const root = temporaryDirectory();
  const at = await grounds(homeDirectory(), root, temporaryDirectory());
  const cwd = join(root, "a/b/c/d");
  mkdirSync(cwd, { recursive: true });
  const open = openSync(join(root, "open"), "a");
  onTestFinished(() => closeSync(open));
  const said: string[] = [];
  for (const attack of attacks) {
    const child = spawn("sh", ["-c", shellOf(attack, at)], { cwd, stdio: ["ignore", "pipe", "pipe", open] });
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (more: string) => (text += more));
    child.stderr?.resume();
    await new Promise((resolve) => child.on("close", resolve));
    said.push(text);
  }
  onTestFinished(() => pidsOf(at.daemon).forEach((pid) => process.kill(pid, "SIGKILL")));
  await eventually("its calls", () => succeeded(said, at).length === attacks.length).catch(() => {});
  expect(succeeded(said, at)).toEqual(names);
});
