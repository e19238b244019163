/**
 * What a server costs when it has much to do: 1,000 quick runs of retinue-child at 32 at once against a bare loop of
 * the same invocations of it, in alternating blocks; whether the last hundred cost more than the first, what is
 * kept in memory of runs that ended, and how long the server's event loop stands still meanwhile.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { median } from "./probe/median.ts";
import { bareRuns } from "./probe/bare-runs.ts";
import { settled } from "./probe/settled.ts";
import { startManager } from "./probe/start-manager.ts";

const atOnce = 32;
const perBlock = 100;
const blocks = Number(process.env["RETINUE_BENCH_BLOCKS"] ?? 10);
const child = `${import.meta.dirname}/../apps/child/dist/main.js`;
const instant = [process.execPath, "-e", "console.log('done')"];

const { manager, end } = startManager([process.execPath, child], atOnce, instant);
using bare = bareRuns([process.execPath, child], instant);
const times = { bare: [] as number[], managed: [] as number[] };
const pauses = { usual: [] as number[], longest: 0 };

// What is loaded and compiled once is no cost of the runs.
await block(managedRun, atOnce);
await block(bare.run, atOnce);
const before = await settled();
for (let index = 0; index < blocks; index++) {
  times.bare.push(await block(bare.run, perBlock));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  times.managed.push(await block(managedRun, perBlock));
  delay.disable();
  pauses.usual.push(delay.percentile(99) / 1e6);
  pauses.longest = Math.max(pauses.longest, delay.max / 1e6);
}
const after = await settled();
await end();

const count = blocks * perBlock;
const perSecond = (each: readonly number[]) => (count / each.reduce((sum, ms) => sum + ms, 0)) * 1000;
const againstBare = (index: number) =>
  (times.managed[index] ?? Number.NaN) / (times.bare[index] ?? Number.NaN);
console.log(`${count} quick runs at ${atOnce} at once, in blocks of ${perBlock}:`);
console.log(`  bare loop of the engine: ${perSecond(times.bare).toFixed(1)} runs/s`);
console.log(`  through the manager:     ${perSecond(times.managed).toFixed(1)} runs/s`);
console.log(
  `  throughput against the bare loop: ${(perSecond(times.managed) / perSecond(times.bare)).toFixed(2)} (aim: at least 0.85)`,
);
console.log(
  `  time of the last hundred against the first, each against its bare loop: ${(againstBare(blocks - 1) / againstBare(0)).toFixed(2)} (aim: at most 1.1)`,
);
console.log(`  memory after against before: ${(after.live / before.live).toFixed(2)} (aim: at most 1.2)`);
console.log(
  `  pause of the server's event loop, 99th percentile, median of the blocks: ${median(pauses.usual).toFixed(1)} ms (aim: at most 50)`,
);
console.log(`  longest pause: ${pauses.longest.toFixed(1)} ms`);

async function managedRun(): Promise<void> {
  const run = await manager.spawn({ task: "Say done." }, { refine: false });
  const { status, answer, error } = await run.result;
  if (answer?.trim() !== "done") throw new Error(`a run came back ${status}: ${error ?? answer}`);
}

/** Does as many runs, so many at once. Resolves with the milliseconds that they took. */
async function block(run: () => Promise<void>, runs: number): Promise<number> {
  const began = performance.now();
  let begun = 0;
  const worker = async () => {
    while (begun++ < runs) await run();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - began;
}
