import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { preloaded } from "./preloaded.ts";
import { endTracing, traced, tracedServer, type Injection } from "./traced.ts";

/**
 * How many of each call one thread of a server makes in a timeline. No `write`: node's own wakeups are some,
 * and it aborts over one that fails. Files that cannot be opened are those after the start's own.
 */
const serverCalls: readonly (readonly [string, number, number])[] = [
  ["rename", 1, 80],
  ["fsync", 1, 90],
  ["unlink", 1, 50],
  ["mkdir", 1, 70],
  ["link", 1, 4],
  ["symlink", 1, 9],
  ["pwrite64", 1, 40],
  ["openat", 180, 1300],
];
const supervisorCalls: readonly (readonly [string, number, number])[] = [
  ["openat", 8, 24],
  ["write", 1, 8],
  ["unlink", 1, 1],
  ["/rename", 1, 1],
  ["fsync", 1, 1],
];
const errors = ["EIO", "ENOSPC"] as const;
/** A while is so many calls. */
const longestWhile = 12;

function failAt(random: SeededRandom, calls: typeof serverCalls): Injection {
  const [call, from, to] = random.pick(calls);
  const first = random.between(from, to);
  const last = random.chance(0.5) ? first : first + random.between(1, longestWhile);
  return {
    call,
    instead: `error=${random.pick(errors)}`,
    when: first === last ? `${first}` : `${first}..${last}`,
  };
}

const said = ({ call, instead, when }: Injection) => `${instead} from ${call} number ${when}`;

/** Calls of the server fail, once or for a while. */
export function failServer(random: SeededRandom): Fault {
  const injection = failAt(random, serverCalls);
  return {
    what: `the server: ${said(injection)}`,
    endsServer: false,
    start: (start) => tracedServer(start, injection),
    lift: endTracing,
  };
}

/** Calls of one supervisor fail, or of its watchdog and what they start. */
export function failSupervisor(random: SeededRandom): Fault {
  const injection = failAt(random, supervisorCalls);
  const which = random.between(1, 4);
  const reach = random.pick(["threads", "descendants"] as const);
  return {
    what: `supervisor ${which} (${reach}): ${said(injection)}`,
    endsServer: false,
    start: (start) => preloaded(start, "supervisor", { which, tracer: traced(injection, reach) }),
    lift: endTracing,
  };
}
