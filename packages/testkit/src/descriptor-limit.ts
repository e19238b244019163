import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { onTestFinished, type TestContext } from "vitest";

/** Descriptors of this process that are open at most while it is limited. */
const few = 64;

export interface DescriptorLimit {
  /** From now on this process can open nothing: every open fails with EMFILE. */
  limit(): Promise<void>;
  lift(): Promise<void>;
  /** Runs a command of the shell elsewhere, where there are descriptors. */
  elsewhere(command: string): Promise<void>;
}

/**
 * Takes the descriptors from this process for a while; lifted when the test has finished.
 *
 * @param required Whether a machine without the program for it fails the test, instead of skipping it.
 */
export function descriptorLimit(context: TestContext, required: boolean): DescriptorLimit {
  if (spawnSync("prlimit", ["--version"]).status !== 0) {
    const reason = "prlimit is not installed";
    if (required) throw new Error(reason);
    context.skip(reason);
  }
  const usual = /Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? "";
  const shell = spawn("sh", [], { stdio: ["pipe", "pipe", "inherit"] });
  const fillers: number[] = [];
  const elsewhere = async (command: string) => {
    shell.stdin.write(`${command}; echo\n`);
    await once(shell.stdout, "data");
  };
  const lift = async () => {
    await elsewhere(`prlimit --pid ${process.pid} --nofile=${usual}:`);
    for (const descriptor of fillers.splice(0)) closeSync(descriptor);
  };
  onTestFinished(async () => {
    await lift();
    shell.stdin.end();
  });
  return {
    lift,
    elsewhere,
    limit: async () => {
      await elsewhere(`prlimit --pid ${process.pid} --nofile=${few}:`);
      try {
        for (;;) fillers.push(openSync("/dev/null", "r"));
      } catch {
        // None is left.
      }
    },
  };
}
