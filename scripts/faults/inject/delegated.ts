import { setTimeout as delay } from "node:timers/promises";
import { noDockerEngine } from "../../../packages/testkit/src/docker/docker-engine.ts";
import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { delegatedWorld, type Host } from "../world/delegated-world.ts";
import { startWatcher, type HostWatcher } from "../world/host-watcher.ts";
import { stepCount } from "../world/timeline.ts";
import { traced, type Injection } from "./traced.ts";

/** How many of each call a watcher makes over the requests of a timeline. */
const watcherCalls: readonly (readonly [string, number, number])[] = [
  ["link", 1, 24],
  ["rename", 1, 30],
  ["fsync", 1, 60],
  ["unlink", 1, 40],
  ["mkdir", 1, 20],
  ["write", 20, 150],
  ["connect", 1, 20],
];
const failing = watcherCalls.filter(([call]) => call !== "write" && call !== "connect");
const mostDelayMs = 2000;
const lookMs = 50;

/** The watcher dies as it makes a call, or at a moment; a next one is started in its place. */
export function killWatcher(random: SeededRandom): Fault {
  if (random.chance(0.4)) {
    const [step, milliseconds] = [random.between(0, stepCount - 2), random.between(0, mostDelayMs)];
    return watcherFault(`SIGKILL to the watcher, ${milliseconds} ms after step ${step}`, [], {
      step,
      milliseconds,
    });
  }
  const [call, from, to] = random.pick(watcherCalls);
  const injection: Injection = { call, instead: "signal=KILL", when: String(random.between(from, to)) };
  return watcherFault(
    `the watcher: SIGKILL at ${call} number ${injection.when}`,
    traced(injection, "threads"),
  );
}

/** Calls of the watcher fail, once or for a while. */
export function failWatcher(random: SeededRandom): Fault {
  const [call, from, to] = random.pick(failing);
  const first = random.between(from, to);
  const instead = `error=${random.pick(["EIO", "ENOSPC"])}` as const;
  const injection: Injection = { call, instead, when: `${first}..${first + random.between(0, 6)}` };
  return watcherFault(
    `the watcher: ${instead} from ${call} number ${injection.when}`,
    traced(injection, "threads"),
  );
}

function watcherFault(
  what: string,
  tracer: readonly string[],
  moment?: { step: number; milliseconds: number },
): Fault {
  let [host, watcher]: [Host | undefined, HostWatcher | undefined] = [undefined, undefined];
  let killed = false;
  // Whoever runs a host restarts what has died.
  const restarted = async () => {
    if (watcher?.hasEnded !== true || host === undefined) return;
    killed = true;
    watcher = await startWatcher(host.configFile);
  };
  return {
    what,
    endsServer: false,
    prepare: async (plain) => {
      const delegated = await delegatedWorld(plain);
      host = delegated.host;
      watcher = await startWatcher(host.configFile, tracer);
      return delegated.world;
    },
    at: async (step, { over }) => {
      if (step === moment?.step) {
        await delay(moment.milliseconds);
        watcher?.kill();
      }
      if (step !== 0) return;
      while (!over.aborted) {
        await restarted();
        await delay(lookMs);
      }
    },
    // Nothing is wrong with the one that everything ends under.
    lift: async () => {
      if (watcher === undefined || host === undefined) return;
      if (!watcher.hasEnded) {
        killed ||= tracer.some((part) => part.includes("error="));
        watcher.kill();
        await watcher.stop();
      }
      watcher = await startWatcher(host.configFile);
    },
    problems: async () => (await host?.problems()) ?? [],
    remove: async () => void (await watcher?.stop()),
    fired: () => killed,
  };
}

/** Why nothing can be delegated here; undefined when something can. */
export function noDelegation(): string | undefined {
  return noDockerEngine(process.env["RETINUE_REQUIRE_ALL"]);
}
