import { join } from "node:path";
import { execaSync } from "execa";

export interface ToolRun {
  readonly status: number | undefined;
  /** Standard output, then standard error. */
  readonly output: string;
  readonly stdout: string;
}

/** Runs a tool of the repository beneath `root`, those of `node_modules/.bin` first. Throws when it is missing. */
export function runTool(root: string, command: string, args: readonly string[]): ToolRun {
  const result = execaSync(command, args, {
    cwd: root,
    stdin: "ignore",
    preferLocal: true,
    localDir: join(import.meta.dirname, "../../.."),
    env: { NO_COLOR: "1" },
    // How a check ends is for its reader to judge; not to run at all is an error.
    reject: false,
  });
  if (result.exitCode === undefined)
    throw new Error(`${command} could not be run: ${result.shortMessage}`, { cause: result });
  return { status: result.exitCode, stdout: result.stdout, output: `${result.stdout}\n${result.stderr}` };
}

/** The lines of a tool's output that say something. */
export function spokenLines(output: string): string[] {
  return output
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}
