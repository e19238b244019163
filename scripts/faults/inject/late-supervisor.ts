import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { preloaded } from "./preloaded.ts";

/** Longer than the next server takes to begin, also on a busy machine. */
const [leastLateMs, mostLateMs] = [3000, 6000];
const mostDelayMs = 40;

/** A server dies as it has started a supervisor, which begins when the next server has taken the run for lost. */
export function lateSupervisor(random: SeededRandom): Fault {
  const which = random.between(1, 4);
  const [lateMs, dieMs] = [random.between(leastLateMs, mostLateMs), random.between(0, mostDelayMs)];
  const tracer = ["/bin/sh", "-c", `sleep ${lateMs / 1000}; exec "$@"`, "sh"];
  return {
    what: `supervisor ${which} begins ${lateMs} ms late, its server dies ${dieMs} ms after it started it`,
    endsServer: true,
    start: (start) => preloaded(start, "supervisor", { which, tracer, dieMs }),
    fired: (_world, end) => end?.signal === "SIGKILL",
  };
}
