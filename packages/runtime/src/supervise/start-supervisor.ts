import { directoryChanges, makeDirectory } from "@retinue/contained-fs";
import { once } from "node:events";
import type { ChildProcess } from "node:child_process";
import { environmentNames } from "@retinue/engine-contract";
import { RuntimeError } from "../contract/runtime-error.ts";
import { followSupervisor } from "./follow-supervisor.ts";
import { thisMachine } from "./machine.ts";
import { createRunCgroup, prepareContainment, removeRunCgroup } from "./run-cgroup.ts";
import { withRunLogs } from "./run-directory.ts";
import { claimRun, ifReadable, readEngine } from "./run-files.ts";
import {
  checkSuperviseOptions,
  type CheckedSuperviseOptions,
  type SuperviseOptions,
} from "./supervise-options.ts";
import type { Supervised } from "../contract/supervised.ts";
import { setsidPath, spawnSupervisor, supervisorScriptPath } from "./supervisor-process.ts";
import { writePlan, type SupervisorPlan } from "./supervisor-plan.ts";

// Longer than any start takes; a run whose engine is not known by then is followed all the same.
const startWaitMs = 5_000;
// Counts only where no watch is left: a start that is not noticed is no failed launch.
const startPollMs = 50;

/**
 * Starts a run under a supervisor of its own, which outlives this process: it holds the deadline, ends
 * every process of the run and records how it ended, in `directory`. Resolves when the engine was started
 * (or could not be: that is an end with exit code 126 or 127, told on the run's stderr).
 *
 * @throws RuntimeError INVALID_CONFIGURATION, LAUNCH_FAILED; then nothing was started.
 */
export async function startSupervisor(options: SuperviseOptions): Promise<Supervised> {
  const checked = checkSuperviseOptions(options);
  const { directory, cwd, command } = checked;
  const environment = { ...checked.environment };
  // Only what the launch runs carries the marker, so that a stop does not find the supervisor itself.
  for (const name of [environmentNames.runMarker, "PWD", "OLDPWD", "SHLVL", "_"]) delete environment[name];
  if (checked.means.includes("cgroup")) prepareContainment();
  let plan: SupervisorPlan | undefined;
  try {
    makeDirectory(directory);
    const { plan: known, child } = withRunLogs(directory, (descriptors) => {
      const begun = (plan = planOf(checked));
      writePlan(directory, begun);
      environment[environmentNames.deadline] = String(begun.deadline);
      const stdio = ["ignore" as const, ...descriptors];
      const asked = { mode: "run", directory, plan: begun, cwd, command, environment, stdio } as const;
      return { plan: begun, child: spawnSupervisor(asked) };
    });
    await engineStarted(directory, known, child);
    return followSupervisor({ directory, plan, child });
  } catch (error) {
    if (plan !== undefined && plan.cgroup !== "") removeRunCgroup(plan.cgroup);
    throw launchFailed(directory, error);
  }
}

function planOf(options: CheckedSuperviseOptions): SupervisorPlan {
  const { timeoutSeconds, stopGrace, marker, means, shell } = options;
  const { table, boot_id, pid_namespace } = thisMachine();
  const script = supervisorScriptPath(options.supervisorScript);
  return {
    version: 1,
    deadline: Date.now() + timeoutSeconds * 1000,
    timeout_seconds: Math.ceil(timeoutSeconds),
    interrupt_seconds: Math.ceil(stopGrace.interruptSeconds),
    terminate_seconds: Math.ceil(stopGrace.terminateSeconds),
    marker,
    cgroup: (means.includes("cgroup") ? createRunCgroup(marker) : undefined) ?? "",
    means,
    table,
    setsid: setsidPath(),
    sandboxed: options.sandboxed,
    shell,
    script,
    boot_id,
    pid_namespace,
  };
}

/** Waits until the engine's identity is on disk, or the supervisor has ended. Rejects when it never began. */
async function engineStarted(directory: string, plan: SupervisorPlan, child: ChildProcess): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  child.once("exit", end);
  const timer = setTimeout(end, startWaitMs);
  try {
    await once(child, "spawn");
    const options = { signal: over.signal, pollMs: startPollMs };
    for await (const _ of directoryChanges(directory, options)) {
      if (ifReadable(() => readEngine(directory, plan)) !== undefined) return;
    }
  } finally {
    child.removeListener("exit", end);
    clearTimeout(timer);
  }
}

function launchFailed(directory: string, error: unknown): RuntimeError {
  if (error instanceof RuntimeError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "EEXIST") claimRun(directory);
  const remedies: Record<string, string> = {
    EEXIST: "Give every run a directory of its own.",
    E2BIG: "Shorten the task, or put its text into a file and name the file.",
    ENOSPC: "Free some disk space.",
  };
  return new RuntimeError(
    "LAUNCH_FAILED",
    `The supervisor in ${directory} could not be started: ${message}`,
    {
      remedy: remedies[code ?? ""] ?? "See that the directory can be written and /bin/sh be started.",
      details: { directory },
      retryable: code === "EAGAIN" || code === "EMFILE" || code === "ENOMEM",
      cause: error,
    },
  );
}
