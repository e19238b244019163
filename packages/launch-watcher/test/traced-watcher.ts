import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { changingCalls, traced, type ChangingCall } from "./changing-calls.ts";
import type { WatchedOutbox } from "./watched-outbox.ts";

const program = join(import.meta.dirname, "programs/watcher.ts");

/** Undefined, or why nothing can be traced here. Where everything is required that is an error. */
export function noTracer(required: string | undefined): string | undefined {
  if (spawnSync("strace", ["-V"]).status === 0) return undefined;
  const missing = "strace is not installed (apt-get install strace)";
  if ((required ?? "") !== "") throw new Error(missing);
  return missing;
}

export interface TracedWatcher {
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<unknown>;
  kill(): void;
  /** The changing calls of its main thread, once it has ended; the last one that was killed is not `done`. */
  calls(): ChangingCall[];
  /** Of its other threads. */
  otherCalls(): ChangingCall[];
}

/** A watcher as a process that dies at the entry of one system call: the call is not made any more. */
export async function tracedWatcher(
  { config, directory }: WatchedOutbox,
  killAt?: Pick<ChangingCall, "name" | "ordinal">,
): Promise<TracedWatcher> {
  const watcher = spawn(process.execPath, [program, JSON.stringify(config), "armed"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void watcher.kill("SIGKILL"));
  const ended = once(watcher, "exit");
  const output = createInterface({ input: watcher.stdout });
  await once(output, "line");
  output.resume();
  const trace = join(directory, `trace-${watcher.pid}`);
  // All threads when it is only watched; the first one alone, which counts for itself, when it is killed.
  const which =
    killAt === undefined ? ["-ff"] : ["-e", `inject=${killAt.name}:signal=SIGKILL:when=${killAt.ordinal}`];
  const shown = ["-y", "-s", "200", "-o", trace, "-e", `trace=${traced}`];
  const tracer = spawn("strace", [...shown, ...which, "-p", String(watcher.pid)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const detached = once(tracer, "exit");
  // It says that it is attached.
  await once(tracer.stderr, "data");
  tracer.stderr.resume();
  watcher.stdin.write("begin\n");
  const read = (path: string) => changingCalls(readFileSync(path, "utf8"), { directory });
  const main = killAt === undefined ? `${trace}.${watcher.pid}` : trace;
  return {
    ended: Promise.all([ended, detached]),
    kill: () => void watcher.kill("SIGKILL"),
    calls: () => read(main),
    otherCalls: () =>
      globSync(`${trace}.*`)
        .filter((path) => path !== main)
        .flatMap(read),
  };
}
