import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const program = join(import.meta.dirname, "../../../apps/host-watcher/dist/main.js");

/** `retinue-watch` as an operator starts it. */
export interface HostWatcher {
  readonly hasEnded: boolean;
  kill(): void;
  /** As an operator ends it: resolves with its exit code, when it is gone. */
  stop(): Promise<number | null>;
}

/** Starts one, under a tracer where one is given. Resolves when it watches, or is gone. */
export async function startWatcher(configFile: string, tracer: readonly string[] = []): Promise<HostWatcher> {
  const [command = "", ...args] = [...tracer, process.execPath, program, "run", "--config", configFile];
  // For whoever keeps the world, to read.
  const log = join(dirname(configFile), "watcher.log");
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  let hasEnded = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
  child.once("exit", (code) => {
    hasEnded = true;
    end(code);
  });
  const { promise: ready, resolve: watching } = Promise.withResolvers<void>();
  createInterface(child.stdout).on("line", (line) => {
    appendFileSync(log, `${line}\n`);
    if (line.includes('"watching"')) watching();
  });
  await Promise.race([ready, ended]);
  return {
    get hasEnded() {
      return hasEnded;
    },
    kill: () => void child.kill("SIGKILL"),
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
