import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { parent, vendorApi } from "../cli-agents/cli-parent.ts";

/** What a model tries from `workspace`, four directories beneath that of its parent. */
const attack = (port: number, home: string) =>
  [
    "printf mine > own.txt",
    "echo attacked > ../../../../file",
    `cat ${home}/secret`,
    `bash -c 'echo hello > /dev/tcp/127.0.0.1/${port}'`,
    "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep THE_SERVERS",
  ].join("; ");

/** A server of the machine's loopback, and what connected to it. */
async function listening() {
  const connections: unknown[] = [];
  const server = createServer((socket) => {
    connections.push(socket.remoteAddress);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { connections, port: (server.address() as AddressInfo).port };
}

const commandLines = () =>
  readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, "utf8")] : [];
    } catch {
      return [];
    }
  });

test(
  "a model's commands reach what is the subagent's, and nothing of its parent's",
  { timeout: 120_000 },
  async () => {
    const { connections, port } = await listening();
    const home = mkdtempSync("/var/tmp/retinue-home-");
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, "secret"), "a secret");
    // Nobody else has it in its command line.
    const daemon = `sleep 600.${randomInt(1e9)}`;
    const commands = [attack(port, home), `setsid ${daemon} >/dev/null 2>&1 & echo begun`];
    const api = await vendorApi({
      steps: [
        { reply: { toolCalls: commands.map((command) => ({ name: "run", arguments: { command } })) } },
        { reply: { toolCalls: [{ name: "new_answer", arguments: { content: "done" } }] } },
      ],
    });
    const backend = { type: "claude", model: "m", base_url: api.url };
    const manager = parent({ agents: [{ id: "solo", backend }], home, sandbox: "required" });
    const task = { task: "Try it.", subagent_id: "scout", subagent_type: "evaluator" };
    const spawned = await manager.spawn(task, { refine: false });
    const file = join(spawned.workspace, "../../../file");
    writeFileSync(file, "the parent's");
    expect(await spawned.result).toMatchObject({
      status: "completed",
      answer: "done",
      needs: { met: ["read", "write", "shell"], unmet: [] },
    });
    const said = (api.requests[1]?.messages ?? [])
      .filter(({ role }) => role === "tool")
      .map(({ text }) => text);
    expect(said[0]).toMatch(/secret: No such file/);
    expect(said[0]).not.toContain("a secret");
    expect(said[0]).not.toContain("THE_SERVERS=");
    expect(said[1]).toMatch(/^begun\n\(it exited with 0\)$/);
    expect(readFileSync(file, "utf8")).toBe("the parent's");
    expect(connections).toEqual([]);
    // It left its group and its session; its namespace ended with the run.
    const isLeft = () => commandLines().some((line) => line.replaceAll("\0", " ").includes(daemon));
    await eventually("the end of what it left", () => !isLeft());

    // The same outside reaches all of it.
    const outside = join(temporaryDirectory("retinue-outside-"), "a/b/c/d");
    mkdirSync(outside, { recursive: true });
    const env = { ...process.env, THE_SERVERS: "environment" };
    const { stdout } = spawnSync("sh", ["-c", attack(port, home)], { cwd: outside, encoding: "utf8", env });
    expect(stdout).toContain("a secret");
    expect(stdout).toContain("THE_SERVERS=environment");
    expect(readFileSync(join(outside, "../../../../file"), "utf8")).toBe("attacked\n");
    await eventually("its connection", () => connections.length > 0);
  },
);
