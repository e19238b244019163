import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

const program = join(import.meta.dirname, "../dist/main.js");

export interface CliRun {
  readonly process: ChildProcess;
  /** What there is so far. */
  stdout(): string;
  stderr(): string;
  /** The exit code, when it has ended. */
  readonly exited: Promise<number | null>;
}

/** Starts the built `retinue`. */
export function startCli(...args: string[]): CliRun {
  return startCliIn({}, ...args);
}

/** The same in a directory, and with an environment of its own. */
export function startCliIn(
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> },
  ...args: string[]
): CliRun {
  if (!existsSync(program)) throw new Error(`${program} is missing: build the repository first`);
  const child = spawn(process.execPath, [program, ...args], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, "close").then(([code]) => code as number | null);
  return { process: child, stdout: () => stdout, stderr: () => stderr, exited };
}
