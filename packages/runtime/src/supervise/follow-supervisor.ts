import type { ProcessIdentity } from "@retinue/engine-contract";
import type { ChildProcess } from "node:child_process";
import { watch, type FSWatcher } from "node:fs";
import { thisMachine } from "./machine.ts";
import { isAlive, signalProcess } from "./process-identity.ts";
import { removeRunCgroup } from "./run-cgroup.ts";
import {
  type Claim,
  readClaim,
  readEngine,
  readWatchdog,
  requestStop,
  runFiles,
  type StartedEngine,
} from "./run-files.ts";
import { runState } from "./run-state.ts";
import type { Supervised, SupervisedEnd } from "./supervised.ts";
import { spawnSupervisor } from "./supervisor-process.ts";
import type { SupervisorPlan } from "./supervisor-plan.ts";

export interface FollowedRun {
  readonly directory: string;
  /** Undefined when it could not be read. */
  readonly plan: SupervisorPlan | undefined;
  /** The supervisor, when this process started it. */
  readonly child?: ChildProcess;
}

// Ends are pushed; this only notices what nothing tells: a supervisor or a watchdog that was killed.
const lookIntervalMs = 3_000;
const settleMs = 1_000;

/** Follows a run to its end. Holds nothing that keeps this process alive. */
export function followSupervisor({ directory, plan, child }: FollowedRun): Supervised {
  const machine = plan ?? thisMachine();
  const { promise, resolve } = Promise.withResolvers<SupervisedEnd>();
  let supervisor: ProcessIdentity | undefined;
  let engine: StartedEngine | undefined;
  let watchdog: ProcessIdentity | undefined;
  let watcher: FSWatcher | undefined;
  let settling: NodeJS.Timeout | undefined;
  let isOver = false;
  let isStopAsked = false;

  // Kept once they are known: the directory may be removed while the run goes on.
  const started = () => {
    supervisor ??= supervisorIn(readClaim(directory, machine));
    watchdog ??= readWatchdog(directory, machine);
    return (engine ??= readEngine(directory, machine));
  };
  const look = () => {
    if (isOver) return;
    started();
    const state = runState(directory, plan, supervisor);
    if (state.is === "ended") finish(state.end, state.sweep);
    else if (state.is === "unsettled") settling ??= setTimeout(settle, settleMs).unref();
    else if (plan !== undefined) tendWatchdog(plan);
  };
  const settle = () => {
    settling = undefined;
    if (isOver) return;
    const state = runState(directory, plan, supervisor);
    if (state.is === "unsettled") finish(state.end, true);
    else look();
  };
  const finish = (end: SupervisedEnd, sweep: boolean) => {
    release();
    // Still there when no supervisor has begun; one that is in use cannot be removed.
    if (plan !== undefined && plan.cgroup !== "") removeRunCgroup(plan.cgroup);
    if (!sweep || plan === undefined) return resolve(end);
    void exitOf(() => spawnSupervisor({ mode: "sweep", directory, plan })).then(() => resolve(end));
  };
  /** A run without its watchdog has no deadline: it gets another one, for the time that is left. */
  const tendWatchdog = (known: SupervisorPlan) => {
    watchdog = readWatchdog(directory, known) ?? watchdog;
    if (watchdog !== undefined && isAlive(watchdog)) {
      if (isStopAsked) signalProcess(watchdog, "SIGUSR1");
      return;
    }
    const process = started()?.process;
    if (watchdog === undefined || process === undefined || !isAlive(process)) return;
    const timeoutSeconds = Math.max(0, Math.ceil((known.deadline - Date.now()) / 1000));
    void exitOf(() => spawnSupervisor({ mode: "watch", directory, plan: known, timeoutSeconds }));
  };
  const release = () => {
    isOver = true;
    clearInterval(interval);
    clearTimeout(settling);
    watcher?.close();
    child?.removeListener("exit", look);
  };

  const interval = setInterval(look, lookIntervalMs).unref();
  if (child === undefined) watcher = watchDirectory(directory, look);
  else child.once("exit", look);
  if (child === undefined) look();
  else if (child.exitCode !== null || child.signalCode !== null) look();
  return {
    get supervisor() {
      started();
      return supervisor;
    },
    get process() {
      return started()?.process;
    },
    get containment() {
      return started()?.containment ?? [];
    },
    ended: promise,
    stop: () => {
      if (isOver) return;
      isStopAsked = true;
      requestStop(directory);
      if (plan !== undefined) tendWatchdog(plan);
    },
    release,
  };
}

/** Resolves when the process has ended, or could not be started: the next look tries again. */
function exitOf(start: () => ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  try {
    start()
      .once("exit", () => resolve())
      .once("error", () => resolve());
  } catch {
    // Out of memory, for one.
    resolve();
  }
  return promise;
}

function supervisorIn(claim: Claim): ProcessIdentity | undefined {
  return typeof claim === "object" ? claim : undefined;
}

function watchDirectory(directory: string, look: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, (_, name) => {
      if (name === runFiles.ended) look();
    });
    return watcher.on("error", () => watcher.close());
  } catch {
    // No watches left: the look every few seconds remains.
    return undefined;
  }
}
