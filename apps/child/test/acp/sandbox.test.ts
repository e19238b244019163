import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { VendorRequest, VendorToolCall } from "@retinue/testkit/vendor-api";
import { expect, test } from "vitest";
import { parent, vendorApi } from "../cli-agents/cli-parent.ts";
import {
  acpKeys,
  agentsPath,
  confinedBackend,
  missing,
  realAgents,
  sandboxHome,
  theNextMinute,
  type RealAgent,
} from "./acp-agents.ts";

const attack = [
  "printf mine > own.txt",
  "echo attacked > ../../../../file",
  "cat ~/secret > secret.txt",
  "ls -A ~ > home.txt",
].join("; ");
const described = { command: attack, description: "Attack" };

/** How the model of each runs a command. */
const shells: Readonly<Record<RealAgent["name"], VendorToolCall>> = {
  "claude-agent-acp": { name: "Bash", arguments: described },
  "codex-acp": { name: "exec_command", arguments: { cmd: attack } },
  gemini: { name: "run_shell_command", arguments: described },
  opencode: { name: "bash", arguments: described },
  qwen: { name: "run_shell_command", arguments: { ...described, is_background: false } },
  copilot: { name: "bash", arguments: described },
  "vibe-acp": { name: "bash", arguments: { command: attack } },
};

const textIn = (directory = "", name = "") =>
  existsSync(join(directory, name)) ? readFileSync(join(directory, name), "utf8") : "";

function reply({ tools, messages }: VendorRequest, name: RealAgent["name"]) {
  if (tools.length === 0) return { text: "A title" };
  const isDone = messages.some(({ role }) => role === "tool");
  return isDone ? { text: "It is written." } : { toolCalls: [shells[name]] };
}

const why = realAgents.map(missing).find((each) => each !== undefined);

test.skipIf(why !== undefined).each(realAgents.map((agent) => [agent.name, agent] as const))(
  `%s by ACP works in the sandbox, has a shell there, reaches nothing else, and goes on in its session${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 300_000 },
  async (name, agent) => {
    const api = await vendorApi({ respond: (request) => reply(request, name) });
    const home = sandboxHome(api);
    writeFileSync(join(home, "secret"), "a secret");
    const manager = parent({
      agents: [{ id: "solo", backend: confinedBackend(agent, api) }],
      environment: acpKeys,
      path: agentsPath,
      home,
      sandbox: "required",
    });
    const before = readdirSync(home, { recursive: true });
    const task = { task: "Write it.", subagent_id: "scout", subagent_type: "evaluator" };
    const spawned = await manager.spawn(task, { refine: false });
    expect(spawned.needs).toEqual({ met: ["read", "write", "shell"], unmet: [] });
    const file = join(spawned.workspace, "../../../file");
    writeFileSync(file, "the parent's");
    const result = await spawned.result;
    expect(result).toMatchObject({
      status: "completed",
      answer: "It is written.",
      policy: { boundary: "bubblewrap", network: "hosts" },
    });
    const own = result.answer_directory;
    expect(textIn(own, "own.txt")).toBe("mine");
    expect(readFileSync(file, "utf8")).toBe("the parent's");
    expect(textIn(own, "secret.txt")).toBe("");
    expect(textIn(own, "home.txt")).not.toContain("secret");
    // What it keeps goes into the subagent's log directory.
    expect(readdirSync(home, { recursive: true })).toEqual(before);

    // And is found there again.
    if (name === "gemini") await theNextMinute();
    const asked = api.requests.length;
    const second = await manager.continue("scout", "And now?");
    const { status, warning = "" } = await second.result;
    expect({ status, warning }).toMatchObject({
      status: "completed",
      warning: expect.not.stringMatching(/is gone/),
    });
    const [request] = api.requests.slice(asked).filter(({ tools }) => tools.length > 0);
    const spoken = request?.messages.filter(({ role }) => role === "assistant").map(({ text }) => text);
    expect(spoken?.join("\n")).toContain("It is written.");
    expect(readdirSync(home, { recursive: true })).toEqual(before);
  },
);

test.skipIf(why !== undefined)(
  `any program that speaks ACP goes on in the sandbox with what it keeps at home${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 60_000 },
  async () => {
    const command = ["node", join(import.meta.dirname, "programs/remembering-agent.mjs")];
    const manager = parent({
      agents: [{ id: "solo", backend: { type: "acp", command } as { type: string } }],
      sandbox: "required",
    });
    const first = await (
      await manager.spawn({ task: "Remember.", subagent_id: "a" }, { refine: false })
    ).result;
    const [, session] = /^Turn 1 of (.*)\.$/.exec(first.answer ?? "") ?? [];
    expect(session).toMatch(/^session-/);
    const { answer, warning = "" } = await (await manager.continue("a", "And now?")).result;
    expect({ answer, warning }).toEqual({
      answer: `Turn 2 of ${session}.`,
      warning: expect.not.stringMatching(/is gone/),
    });
  },
);
