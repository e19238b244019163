/**
 * What a server costs when it has much to do: 1,000 quick runs of retinue-child at 32 at once against a bare loop of
 * the same invocations of it, half and half in turn; whether the last hundred cost more than the first, what is
 * kept in memory of runs that ended, and how long the server's event loop stands still meanwhile.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { median } from "./probe/median.ts";
import { bareRuns } from "./probe/bare-runs.ts";
import { settled } from "./probe/settled.ts";
import { startManager } from "./probe/start-manager.ts";

const atOnce = 32;
const perBlock = Number(process.env["RETINUE_BENCH_RUNS"] ?? 1_000) / 2;
const child = `${import.meta.dirname}/../apps/child/dist/main.js`;
const instant = [process.execPath, "-e", "console.log('done')"];

const { manager, end } = startManager([process.execPath, child], atOnce, instant);
using bare = bareRuns([process.execPath, child], instant);
const times = { bare: [] as BlockTimes[], managed: [] as BlockTimes[] };

// What is loaded and compiled once is no cost of the runs.
await block(managedRun, atOnce);
await block(bare.run, atOnce);
const before = await settled();
for (let half = 0; half < 2; half++) {
  times.bare.push(await block(bare.run, perBlock));
  times.managed.push(await block(managedRun, perBlock));
}
const after = await settled();
await end();

const perSecond = (each: readonly BlockTimes[]) =>
  ((each.length * perBlock) / each.reduce((sum, { whole }) => sum + whole, 0)) * 1000;
const againstBare = (of: (times: readonly BlockTimes[]) => number) => of(times.managed) / of(times.bare);
const growth =
  againstBare((each) => each.at(-1)?.lastHundred ?? 0) / againstBare((each) => each[0]?.firstHundred ?? 0);
console.log(`${2 * perBlock} quick runs at ${atOnce} at once, in two halves:`);
console.log(`  bare loop of the engine: ${perSecond(times.bare).toFixed(1)} runs/s`);
console.log(`  through the manager:     ${perSecond(times.managed).toFixed(1)} runs/s`);
console.log(
  `  throughput against the bare loop: ${(perSecond(times.managed) / perSecond(times.bare)).toFixed(2)} (aim: at least 0.85)`,
);
console.log(
  `  time of the last hundred against the first, each against its bare loop: ${growth.toFixed(2)} (aim: at most 1.1)`,
);
console.log(`  memory after against before: ${(after.live / before.live).toFixed(2)} (aim: at most 1.2)`);
const pause = (of: keyof BlockTimes) => (each: readonly BlockTimes[]) => median(each.map((one) => one[of]));
console.log(
  `  pause of the server's event loop, 99th percentile, median of the halves: ${pause("usualPause")(times.managed).toFixed(1)} ms (aim: at most 50)`,
);
console.log(`  the same of the process with the bare loop: ${pause("usualPause")(times.bare).toFixed(1)} ms`);
console.log(
  `  longest pause: ${pause("longestPause")(times.managed).toFixed(1)} ms, with the bare loop: ${pause("longestPause")(times.bare).toFixed(1)} ms`,
);

async function managedRun(): Promise<void> {
  const run = await manager.spawn({ task: "Say done." }, { refine: false });
  const { status, answer, error } = await run.result;
  if (answer?.trim() !== "done") throw new Error(`a run came back ${status}: ${error ?? answer}`);
}

/** Milliseconds. */
interface BlockTimes {
  readonly whole: number;
  readonly firstHundred: number;
  readonly lastHundred: number;
  /** Of this process's event loop meanwhile. */
  readonly usualPause: number;
  readonly longestPause: number;
}

/** Does as many runs, so many at once. Resolves with the time that they took. */
async function block(run: () => Promise<void>, runs: number): Promise<BlockTimes> {
  const began = performance.now();
  const ends: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let begun = 0;
  const worker = async () => {
    while (begun++ < runs) {
      await run();
      ends.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  delay.disable();
  const whole = ends.at(-1) ?? 0;
  return {
    whole,
    firstHundred: ends[99] ?? whole,
    lastHundred: whole - (ends.at(-101) ?? 0),
    usualPause: delay.percentile(99) / 1e6,
    longestPause: delay.max / 1e6,
  };
}
