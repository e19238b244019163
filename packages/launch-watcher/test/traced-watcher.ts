import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { changingCalls, traced, type ChangingCall } from "./changing-calls.ts";
import { canary, type TestOutbox } from "./watched-outbox.ts";

const programs = join(import.meta.dirname, "programs");

/** Undefined, or why nothing can be traced here. Where everything is required that is an error. */
export function noTracer(required: string | undefined): string | undefined {
  if (spawnSync("strace", ["-V"]).status === 0) return undefined;
  const missing = "strace is not installed (apt-get install strace)";
  if ((required ?? "") !== "") throw new Error(missing);
  return missing;
}

/** A program of these tests that dies at the entry of one system call: the call is not made any more. */
export interface Traced {
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<unknown>;
  kill(): void;
  /** The changing calls of the threads that it is killed at, once it has ended; the last one that was killed is not `done`. */
  calls(): ChangingCall[];
  /** Of its other threads, where it was `kill` that ended it. */
  otherCalls(): ChangingCall[];
}

/** Which call; `frozenSeconds`: it is not killed there, but stands still for so long before it makes the call. */
export type KillAt = Pick<ChangingCall, "name" | "ordinal"> & { readonly frozenSeconds?: number };

/** A watcher, which answers what lies in its outbox. */
export function tracedWatcher(
  { config, directory }: Pick<TestOutbox, "config" | "directory">,
  killAt?: KillAt,
): Promise<Traced> {
  return tracedProgram("watcher.ts", [JSON.stringify(config), "armed"], { directory, killAt });
}

/**
 * Starts a program that says a line once it has loaded everything, and begins when something comes on its input.
 *
 * @param directory Gets the trace; what lies beneath it is named without it.
 * @param everyThread Kills it at a call of any thread, each of which counts for itself: of one that starts no other
 * program. Otherwise at a call of its first thread.
 */
export async function tracedProgram(
  name: string,
  args: readonly string[],
  {
    directory,
    killAt,
    everyThread = false,
  }: { directory: string; killAt?: KillAt | undefined; everyThread?: boolean },
): Promise<Traced> {
  const program = spawn(process.execPath, [join(programs, name), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, HOST_KEY: canary },
  });
  onTestFinished(() => void program.kill("SIGKILL"));
  const ended = once(program, "exit");
  const output = createInterface({ input: program.stdout });
  await once(output, "line");
  output.resume();
  const trace = join(directory, `trace-${program.pid}`);
  // All threads when it is only watched; by default the first one alone when it is killed.
  const all = everyThread || killAt === undefined ? ["-ff"] : [];
  const at =
    killAt === undefined ? [] : ["-e", `inject=${killAt.name}:${whatOf(killAt)}:when=${killAt.ordinal}`];
  const shown = ["-y", "-s", "200", "-o", trace, "-e", `trace=${traced}`];
  const tracer = spawn("strace", [...shown, ...all, ...at, "-p", String(program.pid)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const detached = once(tracer, "exit");
  // It says that it is attached.
  await once(tracer.stderr, "data");
  tracer.stderr.resume();
  program.stdin.write("begin\n");
  const read = (path: string) => changingCalls(readFileSync(path, "utf8"), { directory });
  const main = all.length > 0 ? `${trace}.${program.pid}` : trace;
  const ofAll = () => globSync(`${trace}.*`).flatMap(read);
  let threads: string[] = [];
  return {
    ended: Promise.all([ended, detached]),
    kill() {
      // What it has started is traced as well, and is no thread of its.
      threads = readdirSync(`/proc/${program.pid}/task`).map((id) => `${trace}.${id}`);
      program.once("exit", () => tracer.kill());
      program.kill("SIGKILL");
    },
    calls: () =>
      everyThread ? ofAll().toSorted((one, other) => Number(other.done) - Number(one.done)) : read(main),
    otherCalls: () =>
      everyThread ? [] : threads.filter((path) => path !== main && existsSync(path)).flatMap(read),
  };
}

function whatOf({ frozenSeconds }: KillAt): string {
  return frozenSeconds === undefined ? "signal=SIGKILL" : `delay_enter=${frozenSeconds}s`;
}
