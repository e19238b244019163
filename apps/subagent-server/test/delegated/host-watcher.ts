import type { WatcherEvent } from "@retinue/launch-watcher";
import { temporaryDirectory } from "@retinue/testkit";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface HostWatcher {
  stop(running: "wait" | "leave"): Promise<void>;
}
export type StartWatcher = (config: unknown, events: WatcherEvent[]) => Promise<HostWatcher>;

/** Where a program of a host runs, and what it knows. */
interface Surroundings {
  /** Beside our own variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The command line that runs another one there; default: here. */
  readonly within?: (command: readonly string[]) => readonly string[];
}

/** retinue-watch with these arguments, and that configuration. */
export function watchProgram(
  args: readonly string[],
  config: unknown,
  { environment = {}, within = (command) => command }: Surroundings,
): ChildProcessByStdio<null, Readable, null> {
  const file = join(temporaryDirectory(), "watch.yaml");
  writeFileSync(file, JSON.stringify(config));
  const main = join(import.meta.dirname, "../../../host-watcher/dist/main.js");
  const [program = "", ...given] = within([process.execPath, main, ...args, "--config", file]);
  return spawn(program, given, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
}

/** The watcher as an operator starts it. */
export async function retinueWatch(
  config: unknown,
  events: WatcherEvent[],
  surroundings: Surroundings = {},
): Promise<HostWatcher> {
  const child = watchProgram(["run"], config, surroundings);
  const ended = once(child, "exit");
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  createInterface(child.stdout).on("line", (line) => {
    const { msg: event, ...details } = JSON.parse(line) as { msg: string };
    events.push({ level: "info", event, ...details });
    if (event === "watching") resolve();
  });
  await Promise.race([ready, ended]);
  return {
    async stop(running) {
      child.kill(running === "wait" ? "SIGTERM" : "SIGKILL");
      await ended;
    },
  };
}
