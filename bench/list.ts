/**
 * How long a client waits for list_subagents of the real server when its workspace has seen 10,000 runs that ended,
 * against the same call where there was one. Medians of one run, alternating.
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { copyRuns } from "./probe/copy-runs.ts";
import { median } from "./probe/median.ts";

const runs = 10_000;
const rounds = 20;
const warmUp = 3;
const program = join(import.meta.dirname, "../apps/subagent-server/dist/main.js");
const team = `agents:
  - id: agent
    backend: { type: command, command: [echo, done] }
orchestrator:
  coordination: { subagent_runtime_mode: inherited }
`;

await using one = await serverOver(1);
await using many = await serverOver(runs);
const times = { one: [] as number[], many: [] as number[] };
for (let round = -warmUp; round < rounds; round++) {
  const measured = { one: await one.list(), many: await many.list() };
  if (round < 0) continue;
  times.one.push(measured.one);
  times.many.push(measured.many);
}
console.log(`list_subagents through the server, medians of ${rounds}:`);
console.log(`  after one run:   ${median(times.one).toFixed(1)} ms`);
console.log(`  list_subagents after 10,000 runs: ${median(times.many).toFixed(1)} ms (aim: under 50 ms)`);

/** A server over a workspace with so many ended runs: one that was real, and copies of what it left. */
async function serverOver(ended: number) {
  const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-bench-list-"));
  writeFileSync(join(workspace, "retinue.yaml"), team);
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    // In a home of its own: in it the server notes the workspace.
    new StdioClientTransport({
      command: process.execPath,
      args: [program],
      cwd: workspace,
      env: { PATH: process.env["PATH"] ?? "", HOME: workspace },
    }),
  );
  await client.callTool({
    name: "spawn_subagents",
    arguments: { tasks: [{ task: "Say done." }], refine: false },
  });
  await untilEntered(workspace);
  copyRuns(workspace, ended);
  return {
    list: async () => {
      const began = performance.now();
      const { structuredContent } = await client.callTool({ name: "list_subagents" });
      const took = performance.now() - began;
      const { count } = structuredContent as { count: number };
      if (count !== ended) throw new Error(`${count} are listed, not ${ended}`);
      return took;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

/** The result does not wait for its row in the registry. */
async function untilEntered(workspace: string): Promise<void> {
  while (!readFileSync(join(workspace, "subagents/_registry.json"), "utf8").includes('"completed"'))
    await delay(20);
}
