/**
 * Memory that a running subagent costs its server: what the process grows by from 20 to 120 idle
 * runs, after garbage collection, and in its supervisor (PSS, alone on the machine: nothing shared).
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { SpawnedSubagent } from "@retinue/runtime";
import { startManager } from "./probe/start-manager.ts";

const few = 20;
const many = 120;
const idle = ["/bin/sh", "-c", "exec sleep 600"];

if (globalThis.gc === undefined) throw new Error("run it with --expose-gc");
const { manager, workspace, end } = startManager(idle, many);
const spawned: SpawnedSubagent[] = [];
await spawnUpTo(1);
const supervisor = supervisorPss();
await spawnUpTo(few);
const before = await settled();
await spawnUpTo(many);
const after = await settled();
for (const { subagent_id } of spawned) void manager.cancel(subagent_id);
await Promise.all(spawned.map(({ result }) => result));
await end();

const perRun = (key: "rss" | "live") => (after[key] - before[key]) / (many - few) / 1024;
console.log(`memory of one running subagent (${few} to ${many} idle runs):`);
console.log(
  `  live memory in the server (heap and buffers): ${perRun("live").toFixed(1)} KB (aim: under 200 KB)`,
);
console.log(`  resident memory in the server: ${perRun("rss").toFixed(1)} KB (aim: under 200 KB)`);
if (supervisor !== undefined)
  console.log(`  supervisor (PSS): ${(supervisor / 1024).toFixed(2)} MB (aim: under 4 MB)`);

async function spawnUpTo(count: number): Promise<void> {
  while (spawned.length < count) spawned.push(await manager.spawn({ task: "Wait.", timeout_seconds: 600 }));
  while ((await runningCount()) < count) await delay(200);
}

/** Runs that have an engine, by what is on disk. */
async function runningCount(): Promise<number> {
  const rows = await manager.list();
  return rows.filter(({ started_at, status }) => status === "running" && started_at !== null).length;
}

/** Of several collections the smallest values: what is really held. */
async function settled(): Promise<{ rss: number; live: number }> {
  let rss = Number.POSITIVE_INFINITY;
  let live = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 10; times++) {
    globalThis.gc?.();
    await delay(200);
    const usage = process.memoryUsage();
    rss = Math.min(rss, usage.rss);
    live = Math.min(live, usage.heapUsed + usage.external);
  }
  return { rss, live };
}

/** KB of all processes of the only run, without the engine. */
function supervisorPss(): number | undefined {
  if (!existsSync("/proc/self/smaps_rollup")) return undefined;
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && read(pid, "cmdline").includes(workspace))
    .reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0), 0);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
