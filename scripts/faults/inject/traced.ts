import { spawnSync } from "node:child_process";
import type { ServerStart } from "../world/connection.ts";
import { tracersOf } from "../world/processes-of.ts";
import type { World } from "../world/world.ts";

/** What strace injects: which system call, what instead, and at which one of each thread's own count. */
export interface Injection {
  readonly call: string;
  readonly instead: "signal=KILL" | `error=${string}`;
  /** `3`, or `3..9`. */
  readonly when: string;
}

/** Which processes are traced: of a program its threads, or everything that it starts as well. */
type Reach = "threads" | "descendants";

/** Why nothing can be injected here; undefined when something can. */
export function noTracer(): string | undefined {
  return spawnSync("strace", ["-V"]).status === 0
    ? undefined
    : "strace is not installed (apt-get install strace)";
}

/** The command line that runs another one under strace. It stays the process that was started. */
export function traced({ call, instead, when }: Injection, reach: Reach): string[] {
  // Of what it executes strace lets go: only then threads are followed and children are not.
  const follow = reach === "threads" ? ["-f", "-b", "execve"] : ["-f"];
  const inject = `inject=${call}:${instead}:when=${when}`;
  return ["strace", "-D", ...follow, "-qqq", "-o", "/dev/null", "-e", `trace=${call}`, "-e", inject];
}

/** A server whose own calls are injected into. */
export function tracedServer(start: ServerStart, injection: Injection): ServerStart {
  const [command = "strace", ...options] = traced(injection, "threads");
  return { ...start, command, args: [...options, start.command, ...start.args] };
}

/** From now on nothing is injected any more: what was to fail for a while and was not called is over too. */
export function endTracing({ base }: World): void {
  for (const { pid } of tracersOf(base)) {
    try {
      // With a file for its output strace blocks anything milder; what it traced goes on.
      process.kill(pid, "SIGKILL");
    } catch {
      // Gone with what it traced.
    }
  }
}
