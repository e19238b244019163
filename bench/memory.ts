/**
 * Memory that a running subagent costs its server: what the process grows by from 20 to 120 idle
 * runs, after garbage collection.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { SpawnedSubagent } from "@retinue/runtime";
import { settled } from "./probe/settled.ts";
import { startManager } from "./probe/start-manager.ts";

const few = 20;
const many = 120;
const idle = ["/bin/sh", "-c", "echo started; exec sleep 600"];

if (globalThis.gc === undefined) throw new Error("run it with --expose-gc");
const { manager, end } = startManager(idle, many);
const spawned: SpawnedSubagent[] = [];
await spawnUpTo(few);
const before = await settled();
await spawnUpTo(many);
const after = await settled();
for (const { subagentId } of spawned) void manager.cancel(subagentId);
await Promise.all(spawned.map(({ result }) => result));
await end();

const perRun = (key: "rss" | "live") => (after[key] - before[key]) / (many - few) / 1024;
console.log(`memory of one running subagent (${few} to ${many} idle runs):`);
console.log(
  `  live memory in the server (heap and buffers): ${perRun("live").toFixed(1)} KB (aim: under 200 KB)`,
);
console.log(`  resident memory in the server: ${perRun("rss").toFixed(1)} KB (aim: under 200 KB)`);

async function spawnUpTo(count: number): Promise<void> {
  while (spawned.length < count) spawned.push(await manager.spawn({ task: "Wait.", timeout_seconds: 600 }));
  while (!spawned.every(hasStarted)) await delay(200);
}

function hasStarted({ statusFile }: SpawnedSubagent): boolean {
  const output = join(dirname(dirname(statusFile)), "supervisor/run_1/stdout.log");
  return existsSync(output) && readFileSync(output, "utf8") === "started\n";
}
