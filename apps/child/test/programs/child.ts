import { spawn, type ChildProcess } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseOrchestratorStatus, type OrchestratorStatus } from "@retinue/status-model";
import { temporaryDirectory } from "@retinue/testkit";

const program = join(import.meta.dirname, "../../dist/main.js");

export interface ChildRun {
  readonly process: ChildProcess;
  readonly ended: Promise<{
    code: number | null;
    signal: NodeJS.Signals | null;
    stdout: string;
    stderr: string;
  }>;
}

export interface Place {
  readonly directory: string;
  /** Runs the built retinue-child in the directory. */
  start(args: readonly string[], environment?: Record<string, string>): ChildRun;
  /** The newest attempt's status.json; undefined while there is none. */
  status(): OrchestratorStatus | undefined;
  attempt(): string | undefined;
}

/** A directory with team.yaml in which retinue-child is run. */
export function place(config: unknown): Place {
  const directory = temporaryDirectory("retinue-child-");
  mkdirSync(join(directory, "logs"));
  const text = typeof config === "string" ? config : JSON.stringify(config, undefined, 2);
  writeFileSync(join(directory, "team.yaml"), text);
  const attempt = () => globSync(join(directory, "logs/log_*/turn_1/attempt_1")).toSorted().at(-1);
  return {
    directory,
    attempt,
    status() {
      const [path] = globSync(join(attempt() ?? directory, "status.json"));
      if (path === undefined) return undefined;
      const parsed = parseOrchestratorStatus(readFileSync(path, "utf8"));
      if (!parsed.ok) throw new Error(parsed.problem);
      return parsed.status;
    },
    start: (args, environment = {}) => started(directory, args, environment),
  };
}

function started(directory: string, args: readonly string[], environment: Record<string, string>): ChildRun {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", MASSGEN_LOG_BASE_DIR: join(directory, "logs"), ...environment },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  const ended = new Promise<Awaited<ChildRun["ended"]>>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, ...output })),
  );
  return { process: child, ended };
}

/** The engine contract's flags for team.yaml. */
export const flags = [
  "--config",
  "team.yaml",
  "--automation",
  "--output-file",
  "answer.txt",
  "--no-parse-at-references",
];

/** An agent that is a shell script. */
export const agent = (id: string, script: string, more: Record<string, unknown> = {}) => ({
  id,
  backend: { type: "command", command: ["sh", "-c", script], ...more },
});
