import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

export interface ToolRun {
  readonly status: number | null;
  /** Standard output, then standard error. */
  readonly output: string;
  readonly stdout: string;
}

/** Runs a tool of the repository beneath `root`, those of `node_modules/.bin` first. Throws when it is missing. */
export function runTool(root: string, command: string, args: readonly string[]): ToolRun {
  const bin = join(import.meta.dirname, "../../../node_modules/.bin");
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, NO_COLOR: "1" },
  });
  if (error !== undefined) throw new Error(`${command} could not be run: ${error.message}`, { cause: error });
  return { status, stdout, output: `${stdout}\n${stderr}` };
}

/** The lines of a tool's output that say something. */
export function spokenLines(output: string): string[] {
  return output
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}
