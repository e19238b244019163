import { setTimeout as delay } from "node:timers/promises";
import type { Fault, Scene } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { stepCount } from "../world/timeline.ts";
import { endWorld } from "../world/end-world.ts";
import { preloaded } from "./preloaded.ts";
import { inRole, type Role } from "./role-of.ts";
import { traced, tracedServer, type Injection } from "./traced.ts";

/** How many of each call one thread of a server makes in a timeline, with what its start needs. */
const serverCalls: readonly (readonly [string, number, number])[] = [
  ["rename", 1, 90],
  ["rename", 1, 30],
  ["fsync", 1, 100],
  ["fsync", 1, 30],
  ["unlink", 1, 60],
  ["mkdir", 1, 70],
  ["link", 1, 4],
  ["symlink", 1, 9],
  ["rmdir", 1, 6],
  ["pwrite64", 1, 40],
  // Between the opening of a file and its content: a file that is not replaced as a whole is empty then.
  ["write", 1, 140],
  ["write", 1, 60],
  ["write", 1, 60],
  ["openat", 80, 1400],
];
/** The same for the shell that supervises, and what it starts. */
const supervisorCalls: readonly (readonly [string, number, number])[] = [
  ["openat", 1, 24],
  ["write", 1, 8],
  ["unlink", 1, 1],
  ["/rename", 1, 1],
  ["fsync", 1, 1],
  ["/clone|vfork|fork", 1, 8],
  ["wait4", 1, 8],
];
const childCalls: readonly (readonly [string, number, number])[] = [
  ["openat", 1, 12],
  ["write", 1, 6],
  ["mkdir", 1, 4],
  ["/rename", 1, 1],
  ["wait4", 1, 6],
];

function killAt(random: SeededRandom, calls: typeof serverCalls): Injection {
  const [call, from, to] = random.pick(calls);
  return { call, instead: "signal=KILL", when: String(random.between(from, to)) };
}

const atCall = ({ call, when }: Injection) => `SIGKILL at ${call} number ${when}`;

/** The server dies as it makes a call. */
export function killServer(random: SeededRandom): Fault {
  const injection = killAt(random, serverCalls);
  return {
    what: `the server: ${atCall(injection)}`,
    endsServer: true,
    start: (start) => tracedServer(start, injection),
    fired: (_world, end) => end?.signal === "SIGKILL",
  };
}

/** The supervisor of a run dies, its watchdog, or what these start. */
export function killSupervisor(random: SeededRandom): Fault {
  const injection = killAt(random, supervisorCalls);
  const which = random.between(1, 4);
  const reach = random.pick(["threads", "descendants"] as const);
  return {
    what: `supervisor ${which} (${reach}): ${atCall(injection)}`,
    endsServer: false,
    start: (start) => preloaded(start, "supervisor", { which, tracer: traced(injection, reach) }),
  };
}

/** Engines die as they make a call, or what they start. */
export function killChild(random: SeededRandom): Fault {
  const injection = killAt(random, childCalls);
  const tracer = traced(injection, "descendants");
  return {
    what: `every engine: ${atCall(injection)}`,
    endsServer: false,
    start: (start) => ({ ...start, args: start.args.map((arg) => withPrefix(arg, tracer)) }),
  };
}

/** The launch prefix is a list in JSON; nothing else among the arguments is one. */
export function withPrefix(argument: string, tracer: readonly string[]): string {
  return argument.startsWith("[")
    ? JSON.stringify([...tracer, ...(JSON.parse(argument) as string[])])
    : argument;
}

const victims = ["server", "supervisor", "watchdog", "child", "server and supervisor", "everything"] as const;
/** A step takes some tenths of a second. */
const mostDelayMs = 400;
/** Until the victim is there. */
const lookMs = 5;
const lookFor = 300;

/** One of them dies at a moment. */
export function killAtMoment(random: SeededRandom): Fault {
  const [step, milliseconds] = [random.between(0, stepCount - 1), random.between(0, mostDelayMs)];
  const victim = random.pick(victims);
  let killed = false;
  return {
    what: `SIGKILL to ${victim}, ${milliseconds} ms after step ${step}`,
    endsServer: victim === "server" || victim === "server and supervisor" || victim === "everything",
    at: async (now, scene) => {
      if (now !== step) return;
      await delay(milliseconds);
      killed = await kill(victim, scene);
    },
    fired: () => killed,
  };
}

async function kill(victim: (typeof victims)[number], { world, server }: Scene): Promise<boolean> {
  if (victim === "everything") {
    endWorld(world);
    return true;
  }
  if (victim !== "server") {
    const killed = await killRole(world.base, victim === "server and supervisor" ? "supervisor" : victim);
    if (victim !== "server and supervisor") return killed;
  }
  server.kill();
  return true;
}

async function killRole(base: string, role: Role): Promise<boolean> {
  for (let look = 0; look < lookFor; look++) {
    const [found] = inRole(base, role);
    if (found !== undefined) {
      try {
        process.kill(found.pid, "SIGKILL");
        return true;
      } catch {
        // Gone since: there may be another.
      }
    }
    await delay(lookMs);
  }
  return false;
}
