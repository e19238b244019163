import { entryAt } from "@retinue/contained-fs";
import type { ProcessIdentity } from "@retinue/engine-contract";
import type { ChildProcess } from "node:child_process";
import { isThisMachine, thisMachine } from "./machine.ts";
import { identifyProcess, isAlive, isAwake, signalProcess } from "./process-identity.ts";
import { removeRunCgroup } from "./run-cgroup.ts";
import { onEachSecond } from "./on-each-second.ts";
import { watchRunDirectory } from "./run-directory.ts";
import {
  type Claim,
  ifReadable,
  readClaim,
  readEngine,
  readWatchdog,
  requestStop,
  runFiles,
  type StartedEngine,
} from "./run-files.ts";
import { isOfRun, isSupervising } from "./run-membership.ts";
import { runState } from "./run-state.ts";
import type { Supervised, SupervisedEnd } from "../contract/supervised.ts";
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
const secondsBetweenLooks = lookIntervalMs / 1_000;
// So many looks in a row may be glances: at whether anything has changed that they would see.
const mostGlances = 9;
const incompleteMs = 1_000;
// Some 15 s: longer than a server is out of descriptors. A directory that stays unreadable loses its run.
const mostUnreadableLooks = 5;
// A supervisor goes at once when it has recorded the end; else the engine wrote that, and there is no hurry.
const firstRecordedMs = 20;

/** Follows a run to its end. Holds nothing that keeps this process alive. */
export function followSupervisor({ directory, plan, child }: FollowedRun): Supervised {
  const machine = plan ?? thisMachine();
  const { promise, resolve } = Promise.withResolvers<SupervisedEnd>();
  let supervisor = child?.pid === undefined ? undefined : identifyProcess(child.pid);
  let engine: StartedEngine | undefined;
  let watchdog: ProcessIdentity | undefined;
  let ownWatchdog: ProcessIdentity | undefined;
  let lookingAgain: NodeJS.Timeout | undefined;
  let recordedMs = firstRecordedMs;
  let unreadableLooks = 0;
  let calm: string | undefined;
  let glances = 0;
  let seconds = 0;
  let isOver = false;
  let isStopAsked = false;

  // Kept once they are known: the directory may be removed while the run goes on.
  const started = () => {
    supervisor ??= supervisorIn(ifReadable(() => readClaim(directory, machine)));
    watchdog ??= ifReadable(() => readWatchdog(directory, machine));
    return (engine ??= ifReadable(() => readEngine(directory, machine)));
  };
  const look = () => {
    if (isOver) return;
    glances = 0;
    calm = undefined;
    const present = directorySignature(directory);
    started();
    const state = runState(directory, plan, supervisor);
    unreadableLooks = state.is === "unreadable" ? unreadableLooks + 1 : 0;
    if (state.is === "ended") finish(state.end, state.sweep);
    else if (state.is === "unreadable" && unreadableLooks > mostUnreadableLooks) finish(state.end, true);
    else if (state.is === "incomplete") lookingAgain ??= setTimeout(lookAgain, incompleteMs).unref();
    else if (state.is === "recorded") {
      lookingAgain ??= setTimeout(lookAgain, recordedMs).unref();
      recordedMs = Math.min(2 * recordedMs, lookIntervalMs);
    }
    if (plan !== undefined && (state.is === "running" || state.is === "recorded")) tendWatchdog(plan);
    // Both were found to be its own just now.
    if (state.is === "running" && supervisor !== undefined && watchdog !== undefined) calm = present;
  };
  /** Whether nothing has changed since a look that found the run, its supervisor and its watchdog at work. */
  const isCalm = () =>
    calm !== undefined &&
    plan !== undefined &&
    !isStopAsked &&
    Date.now() < plan.deadline &&
    [supervisor, watchdog].every((identity) => identity !== undefined && isAwake(identity)) &&
    directorySignature(directory) === calm;
  const lookOrGlance = () => {
    seconds += 1;
    if (seconds % secondsBetweenLooks !== 0) return;
    if (glances < mostGlances && isCalm()) glances += 1;
    else look();
  };
  const lookAgain = () => {
    lookingAgain = undefined;
    if (isOver) return;
    const state = runState(directory, plan, supervisor);
    if (state.is === "incomplete") finish(state.end, true);
    else look();
  };
  const finish = (recorded: SupervisedEnd, sweep: boolean) => {
    release();
    // A supervisor whose own watchdog lived to the end looks for no other: the engine made us start it.
    if (ownWatchdog !== undefined) signalProcess(ownWatchdog, "SIGTERM");
    const end = withReason(recorded, isStopAsked, plan?.deadline);
    // Still there when no supervisor has begun; one that is in use cannot be removed.
    if (plan !== undefined && plan.cgroup !== "") removeRunCgroup(plan.cgroup);
    // Its exit says that the record is its own; else the engine may have written it.
    const isProven = "exit_code" in end && child?.exitCode === 0;
    if (!sweep || isProven || plan === undefined || !isThisMachine(plan)) return resolve(end);
    void exitOf(() => spawnSupervisor({ mode: "sweep", directory, plan })).then(() => resolve(end));
  };
  /**
   * A run without its watchdog has no deadline: it gets another one, for the time that is left. And what
   * supervises goes on when the engine has stopped it.
   */
  const tendWatchdog = (known: SupervisorPlan) => {
    const supervises = (identity: ProcessIdentity | undefined) =>
      identity !== undefined && isSupervising(identity, known.marker);
    const isSupervised = supervises(supervisor);
    if (supervisor !== undefined && isSupervised) signalProcess(supervisor, "SIGCONT");
    watchdog = [ifReadable(() => readWatchdog(directory, known)), watchdog].find(supervises);
    if (watchdog !== undefined) {
      signalProcess(watchdog, "SIGCONT");
      if (isStopAsked) signalProcess(watchdog, "SIGUSR1");
      return;
    }
    const process = started()?.process;
    // An engine that hides who it is gets none before it is due: then whatever bears the marker is ended.
    const isDue = isSupervised && (isStopAsked || Date.now() >= known.deadline);
    const isRunning =
      process === undefined ? isDue : isSupervised ? isAlive(process) : isOfRun(process, known.marker);
    if (!isRunning) return;
    const timeoutSeconds = Math.max(0, Math.ceil((known.deadline - Date.now()) / 1000));
    void exitOf(() => {
      const another = spawnSupervisor({ mode: "watch", directory, plan: known, timeoutSeconds });
      ownWatchdog = another.pid === undefined ? undefined : identifyProcess(another.pid);
      watchdog = ownWatchdog;
      return another;
    });
  };
  const release = () => {
    isOver = true;
    endLooks();
    clearTimeout(lookingAgain);
    watcher?.close();
    child?.removeListener("exit", look);
  };

  // At once: the engine can take the files away.
  started();
  const endLooks = onEachSecond(lookOrGlance);
  // Without a watch the look every few seconds remains.
  const watcher =
    child === undefined
      ? watchRunDirectory(directory, (name) => name === runFiles.ended && look())
      : undefined;
  watcher?.on("error", () => watcher.close());
  child?.once("exit", look);
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

/**
 * The end with why it was stopped: a watchdog that a server started has no way to tell the supervisor, where the
 * engine lets no file come through.
 */
function withReason(end: SupervisedEnd, isStopAsked: boolean, deadline = Infinity): SupervisedEnd {
  if ("lost" in end || end.stopped !== "" || end.exit_code <= 128) return end;
  if (isStopAsked) return { ...end, stopped: "cancelled" };
  return (end.ended_at + 1) * 1000 > deadline ? { ...end, stopped: "timeout" } : end;
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

/** Changes with every file that a supervisor, or an engine, puts there; undefined when the directory is away. */
function directorySignature(directory: string): string | undefined {
  const entry = entryAt(directory);
  return entry === undefined ? undefined : `${entry.inode} ${entry.modifiedMs}`;
}

function supervisorIn(claim: Claim | undefined): ProcessIdentity | undefined {
  return typeof claim === "object" ? claim : undefined;
}
