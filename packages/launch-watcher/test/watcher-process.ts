import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { canary, type TestOutbox } from "./watched-outbox.ts";

const program = join(import.meta.dirname, "programs/watcher.ts");

/** A watcher as a process of its own, for tests that kill it. What it says is among the events. */
export function watcherProcess({ config, events }: Pick<TestOutbox, "config" | "events">): ChildProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(config)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOST_KEY: canary },
  });
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split("\n");
    rest = lines.pop() ?? "";
    events.push(...lines.map((line) => JSON.parse(line)));
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Ends it as a crash does; one that lost its Lease may have ended by itself. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
