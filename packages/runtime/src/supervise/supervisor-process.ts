import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import { RuntimeError } from "../contract/runtime-error.ts";
import { isThere } from "./kernel-file.ts";
import type { SupervisorPlan } from "./supervisor-plan.ts";

export interface SupervisorProcessOptions {
  readonly mode: "run" | "watch" | "sweep";
  readonly directory: string;
  readonly plan: SupervisorPlan;
  readonly timeoutSeconds?: number;
  readonly cwd?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdio?: StdioOptions;
}

/** Starts the script in a session of its own: it outlives this process. */
export function spawnSupervisor(options: SupervisorProcessOptions): ChildProcess {
  const { plan, directory } = options;
  const parameters = [
    options.mode,
    options.cwd ?? "/",
    options.timeoutSeconds ?? plan.timeout_seconds,
    plan.interrupt_seconds,
    plan.terminate_seconds,
    plan.marker,
    plan.cgroup,
    plan.means.join(","),
    plan.table,
    plan.setsid,
    plan.sandboxed ? "yes" : "",
  ].map(String);
  const child = spawn(plan.shell, [plan.script, ...parameters, ...(options.command ?? [])], {
    cwd: directory,
    env: { ...options.environment },
    detached: true,
    stdio: options.stdio ?? "ignore",
  });
  child.unref();
  return child;
}

/**
 * The path of supervise.sh: in the folder `supervisor` two above this file's, in src as in dist.
 *
 * @param given Where a program that is bundled otherwise keeps it, with the other scripts beside it.
 * @throws RuntimeError LAUNCH_FAILED when it is not there.
 */
export function supervisorScriptPath(given?: string): string {
  const path = given ?? fileURLToPath(new URL("../../supervisor/supervise.sh", import.meta.url));
  if (isThere(path)) return path;
  throw new RuntimeError("LAUNCH_FAILED", `The supervisor's script is not at ${path}`, {
    remedy: "Install the package again, or name the script with supervisorScript.",
  });
}

const setsidPlaces = [
  "/usr/bin/setsid",
  "/bin/setsid",
  "/usr/local/bin/setsid",
  "/run/current-system/sw/bin/setsid",
];

/** Path of the setsid program, empty where there is none (macOS). */
export function setsidPath(): string {
  return setsidPlaces.find((path) => isThere(path)) ?? "";
}
