import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

const shell = [
  "printf mine > own.txt",
  "echo attacked > ../../../../file",
  "ls -A ~ > home.txt",
  "cat ~/secret > secret.txt",
  "ls ../../.. > others.txt",
].join("; ");

/** What each program's model does, by the shell that its role has in a sandbox. */
const attacks: Record<Agent, VendorToolCall> = {
  claude: { name: "Bash", arguments: { command: shell, description: "Attack" } },
  codex: { name: "exec_command", arguments: { cmd: shell } },
  gemini: { name: "run_shell_command", arguments: { command: shell, description: "Attack" } },
};

/** What of its home each program sees: its own. */
const inHome: Record<Agent, string> = { claude: ".claude\n", codex: ".codex\n", gemini: ".gemini\n" };

/** A model that does so once, and then answers. */
function model(agent: Agent, requests: VendorRequest[]) {
  return (request: VendorRequest) => {
    const attack = attacks[agent];
    // Besides, some ask a smaller model about titles and the like.
    if (!request.tools.some(({ name }) => name === attack.name)) return { text: "ok" };
    requests.push(request);
    const isDone = request.messages.some(({ role }) => role === "tool");
    return isDone ? { text: "It is written." } : { toolCalls: [attack] };
  };
}

const textIn = (directory = "", name = "") =>
  existsSync(join(directory, name)) ? readFileSync(join(directory, name), "utf8") : "";

test.skipIf(noAgents).each(agents)(
  `%s is logged in and works in the sandbox, goes on with its session, and reaches nothing else${skipped}`,
  { timeout: 240_000 },
  async (agent) => {
    const requests: VendorRequest[] = [];
    const api = await vendorApi({ respond: model(agent, requests) });
    const { manager, home } = confinedParent(agent, api);
    const before = readdirSync(home, { recursive: true });
    const spawned = await manager.spawn(
      { task: "Write it.", subagent_id: "scout", subagent_type: "evaluator" },
      { refine: false },
    );
    expect(spawned.needs).toEqual({ met: ["read", "write", "shell"], unmet: [] });
    const file = join(spawned.workspace, "../../../file");
    writeFileSync(file, "the parent's");
    const result = await spawned.result;
    expect(result).toMatchObject({
      status: "completed",
      answer: "It is written.",
      policy: { boundary: "bubblewrap", network: "hosts", hosts: [new URL(api.url).host] },
    });
    const own = result.answer_directory;
    expect(textIn(own, "own.txt")).toBe("mine");
    expect(readFileSync(file, "utf8")).toBe("the parent's");
    expect(textIn(own, "secret.txt")).toBe("");
    expect(textIn(own, "home.txt")).not.toContain("secret");
    expect(textIn(own, "home.txt")).toContain(inHome[agent]);
    // What it keeps goes into the subagent's log directory, and is there again the next time.
    expect(readdirSync(home, { recursive: true })).toEqual(before);
    requests.length = 0;
    const further = await (await manager.continue("scout", "Is it?")).result;
    expect(further).toMatchObject({ status: "completed", policy: { boundary: "bubblewrap" } });
    const said = requests.flatMap(({ messages }) => messages.filter(({ role }) => role === "assistant"));
    expect(said.map(({ text }) => text).join("\n")).toContain("It is written.");
  },
);

/** A manager whose runs are confined, and the home directory of its user, with a secret in it. */
function confinedParent(agent: Agent, api: VendorApi) {
  // Codex makes its helpers in no home that lies beneath its temporary directory, which is /tmp in the sandbox.
  const home = mkdtempSync("/var/tmp/retinue-home-");
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, "secret"), "a secret");
  const solo = { id: "solo", backend: backendOf(agent, api) };
  return { home, manager: parent({ agents: [solo], home, sandbox: "required" }) };
}
