import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";
import { identifyProcess, signalProcess } from "../../src/supervise/process-identity.ts";
import { readPlan } from "../../src/supervise/supervisor-plan.ts";
import { startSupervisor } from "../../src/supervise/start-supervisor.ts";
import type { SuperviseOptions } from "../../src/supervise/supervise-options.ts";
import type { Supervised } from "../../src/contract/supervised.ts";

/** Path of a fixture program. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}

export const quickGrace = { interruptSeconds: 1, terminateSeconds: 1 };

const directories: string[] = [];

/** A directory of this test. */
export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "supervise-"));
  directories.push(directory);
  return directory;
}

export type RunOverrides = Partial<SuperviseOptions>;

/** Options of a run in a directory of its own; its cwd is `work` beside its `run` directory. */
export function runOptions(command: readonly string[], overrides: RunOverrides = {}): SuperviseOptions {
  const root = newDirectory();
  mkdirSync(join(root, "work"));
  return {
    directory: join(root, "run"),
    command,
    cwd: join(root, "work"),
    environment: { PATH: process.env["PATH"] ?? "" },
    timeoutSeconds: 60,
    marker: `test-${randomUUID()}`,
    stopGrace: quickGrace,
    ...overrides,
  };
}

export interface StartedRun {
  readonly options: SuperviseOptions;
  readonly supervised: Supervised;
}

export async function start(command: readonly string[], overrides: RunOverrides = {}): Promise<StartedRun> {
  const options = runOptions(command, overrides);
  return { options, supervised: await startSupervisor(options) };
}

/** Text of a file in a run's directory, empty while there is none. */
export function textIn(directory: string, name: string): string {
  const path = join(directory, name);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Waits for a condition; fails with its name. */
export async function until(what: string, holds: () => boolean, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Living processes that have a text in their environment or arguments, this one excepted. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      try {
        const files = [`/proc/${pid}/environ`, `/proc/${pid}/cmdline`];
        return files.some((file) => readFileSync(file, "utf8").includes(text)) && identifyProcess(pid);
      } catch {
        return false;
      }
    });
}

/** The labels that a fixture's processes noted, of those that are alive; then ends them. */
export function endSurvivors(pidsFile: string): string[] {
  return readFileSync(pidsFile, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([label = "", pid]) => {
      const identity = identifyProcess(Number(pid));
      if (identity === undefined || !signalProcess(identity, "SIGKILL")) return [];
      return isFixture(label) ? [label] : [];
    })
    .toSorted();
}

const labels = new Set(["leader", "child", "own-session", "no-environment", "double-fork", "daemon"]);
const isFixture = (label: string) => labels.has(label);

/** Whether a shell command succeeds here. */
export function hasCommand(command: string): boolean {
  try {
    execFileSync("sh", ["-c", command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

// Nothing of a test is left behind: no process that carries a run's directory or marker, no cgroup.
afterEach(async () => {
  for (const root of directories.splice(0)) {
    const directory = join(root, "run");
    const plan = readPlan(directory);
    await until(`no process names ${root}`, () => processesWith(root).length === 0);
    if (plan !== undefined) {
      await until(`no process is marked ${plan.marker}`, () => processesWith(plan.marker).length === 0);
      await until("its cgroup is removed", () => plan.cgroup === "" || !existsSync(plan.cgroup));
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** Notes each signal that it gets; ends at the one that is named. */
export const notesSignals = (last: string) => [
  process.execPath,
  "-e",
  `for (const name of ["SIGINT", "SIGTERM"])
     process.on(name, () => { console.log(name); if (name === ${JSON.stringify(last)}) process.exit(3) });
   console.log("ready"); setInterval(() => {}, 1000);`,
];
