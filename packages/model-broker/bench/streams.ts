/**
 * What the broker costs a streamed answer: time to its first byte, and throughput of 32 streams at once, through its
 * socket and through a container's bridge against the same without. Upstream, broker, bridge and client are four
 * processes, in turns. Of first bytes the medians; of throughput the best of each, since what else runs here only slows.
 */
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "./probe/ask.ts";
import { diskMs } from "./probe/disk-ms.ts";
import { startWays, type Ways } from "./probe/start-ways.ts";

const rounds = { first: 200, paced: 5, unpaced: 5 };
const warmUp = 20;
const streams = 32;
type Name = "direct" | "broker" | "bridge";
const names = ["direct", "broker", "bridge"] as const;

const ways = await startWays();
try {
  await firstBytes(ways);
  await throughput(ways, "paced");
  await throughput(ways, "unpaced");
} finally {
  await ways.end();
}

async function firstBytes(to: Ways): Promise<void> {
  const took = measured();
  const disk: number[] = [];
  const directory = mkdtempSync(join(tmpdir(), "retinue-bench-"));
  const descriptor = openSync(join(directory, "lines"), "a");
  for (let round = -warmUp; round < rounds.first; round++) {
    disk.push(diskMs(descriptor));
    for (const name of names) {
      const { firstMs } = await ask(to[name], "short");
      if (round >= 0) took[name].push(firstMs);
    }
  }
  closeSync(descriptor);
  rmSync(directory, { recursive: true });
  const direct = median(took.direct);
  console.log(
    `time to the first byte, medians of ${rounds.first}; without the broker: ${direct.toFixed(2)} ms`,
  );
  const more = (name: Name) => (median(took[name]) - direct).toFixed(2);
  console.log(`  of what the broker adds, the disk's until it has a line: ${median(disk).toFixed(2)} ms`);
  console.log(`  through the broker, more than without: ${more("broker")} ms (aim: at most 2 ms)`);
  console.log(`  through bridge and broker, more than without: ${more("bridge")} ms (aim: at most 2 ms)`);
}

async function throughput(to: Ways, kind: "paced" | "unpaced"): Promise<void> {
  const speeds = measured();
  const busy = measured();
  for (let round = kind === "paced" ? 0 : -1; round < rounds[kind]; round++) {
    for (const name of names) {
      const [began, before] = [performance.now(), processorMs()];
      const heard = await Promise.all(Array.from({ length: streams }, () => ask(to[name], kind)));
      const seconds = (performance.now() - began) / 1000;
      if (round < 0) continue;
      speeds[name].push(heard.reduce((sum, { bytes }) => sum + bytes, 0) / seconds / 1e6);
      busy[name].push((processorMs() - before) / 1000 / seconds);
    }
  }
  const best = (name: Name) => Math.max(...speeds[name]);
  console.log(`${streams} streams at once, ${kind}, the best of ${rounds[kind]}:`);
  for (const name of names) {
    const cores = `${median(busy[name]).toFixed(1)} of ${availableParallelism()} processors busy`;
    console.log(`  ${name}: ${best(name).toFixed(2)} MB/s, ${cores}`);
  }
  // Without a pace four processes share the processors, and what is measured is how many there are.
  const aim = kind === "paced" ? " (aim: at least 0.95)" : "";
  const part = (name: Name) => (best(name) / best("direct")).toFixed(3);
  console.log(`  throughput through the broker against without, ${kind}: ${part("broker")}${aim}`);
  console.log(`  throughput through bridge and broker against without, ${kind}: ${part("bridge")}${aim}`);
}

function measured(): Record<Name, number[]> {
  return { direct: [], broker: [], bridge: [] };
}

/** That the machine's processors have worked, whoever for. */
function processorMs(): number {
  return cpus().reduce((sum, { times: { user, sys, irq } }) => sum + user + sys + irq, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
