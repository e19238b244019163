/**
 * Time from the call of `spawn` to the child's first instruction, against a bare spawn of the same
 * child: medians of one run, alternating.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "./probe/median.ts";
import { startManager } from "./probe/start-manager.ts";

const rounds = 30;
const warmUp = 3;
const engine = [process.execPath, join(import.meta.dirname, "probe/first-instruction.mjs")] as const;
const { manager, end } = startManager(engine, 1);

const supervised: number[] = [];
const bare: number[] = [];
for (let round = -warmUp; round < rounds; round++) {
  const throughManager = await spawnThroughManager();
  const byItself = await spawnBare();
  if (round < 0) continue;
  supervised.push(throughManager);
  bare.push(byItself);
}
await end();

console.log(`call of spawn to the child's first instruction, medians of ${rounds}:`);
console.log(`  through the manager: ${median(supervised).toFixed(1)} ms`);
console.log(`  bare spawn:          ${median(bare).toFixed(1)} ms`);
console.log(
  `  spawn against a bare spawn: ${(median(supervised) / median(bare)).toFixed(2)} (aim: at most 1.5)`,
);

async function spawnThroughManager(): Promise<number> {
  const called = performance.timeOrigin + performance.now();
  const run = await manager.spawn({ task: "Say what time it is." });
  const { log_path } = await run.result;
  if (log_path === undefined) throw new Error("the run has no log");
  return Number(readFileSync(join(log_path, "supervisor/run_1/stdout.log"), "utf8")) - called;
}

async function spawnBare(): Promise<number> {
  const called = performance.timeOrigin + performance.now();
  const [program, ...args] = engine;
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return Number(said) - called;
}
