import {
  ContainedFsError,
  createFileExclusive,
  isUnreadable,
  readTextWithin,
  withRoot,
} from "@retinue/contained-fs";
import {
  supervisorFiles,
  supervisorRecordSchema,
  type ProcessIdentity,
  type SupervisorRecord,
} from "@retinue/engine-contract";
import { join } from "node:path";
import type { Machine } from "./machine.ts";

/** Names in a run's directory. */
export const runFiles = {
  plan: "plan.json",
  /** Who owns the run: created once, by its supervisor or by a server that found it not started. */
  claim: "claim",
  watchdog: "watchdog",
  /** The engine's leader, and the containment in force. */
  process: "process",
  /** Asks for a stop. */
  cancel: "cancel",
  /** Why a stop began. */
  stopped: "stopped",
  exitCode: "exit_code",
  ...supervisorFiles,
} as const;

/** First word of a claim by a server. */
const adopted = "adopted";

// Far more than a supervisor writes into any of them.
const MAX_BYTES = 64 * 1024;

// Every reader here throws ContainedFsError IO_ERROR when it could not look: no descriptor is left, for one. That
// says nothing of what is there, and what is concluded from it is recorded for good.

/** What `look` finds; undefined when it could not look. */
export function ifReadable<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Text of a file in a run's directory; undefined when it is not there, or nothing a supervisor wrote. */
export function readRunFile(directory: string, name: string): string | undefined {
  const text = read(directory, name);
  return text === "refused" ? undefined : text.text;
}

/** The engine can put anything there: a FIFO, a link, gigabytes. */
function read(directory: string, name: string): { readonly text: string | undefined } | "refused" {
  try {
    return withRoot(directory, (root) => readTextWithin(root, name, { maxBytes: MAX_BYTES }));
  } catch (error) {
    if (isUnreadable(error)) throw error;
    if (error instanceof ContainedFsError && error.code === "NOT_FOUND") return { text: undefined };
    return "refused";
  }
}

/** The whole lines of a file, [] when it holds none yet; undefined when it is not there. */
function linesOf(directory: string, name: string): string[] | undefined {
  return readRunFile(directory, name)?.split("\n").slice(0, -1);
}

function identityIn(line: string | undefined, { boot_id, pid_namespace }: Machine) {
  const [pid, start_time] = (line ?? "").split(" ");
  if (pid === undefined || start_time === undefined || !/^[1-9]\d*$/.test(pid)) return undefined;
  return { pid: Number(pid), start_time, boot_id, pid_namespace };
}

export type Claim = "none" | "unfinished" | "adopted" | ProcessIdentity;

/** Who has claimed the run. */
export function readClaim(directory: string, machine: Machine): Claim {
  const found = read(directory, runFiles.claim);
  // There, and no claim that anybody finished.
  if (found === "refused") return "unfinished";
  if (found.text === undefined) return "none";
  const [first] = found.text.split("\n").slice(0, -1);
  return first === adopted ? "adopted" : (identityIn(first, machine) ?? "unfinished");
}

/** Claims a run that no supervisor has claimed, so that none ever starts it. */
export function claimRun(directory: string): void {
  create(directory, runFiles.claim, `${adopted}\n`);
}

/** Whoever is first creates it; the state that is read next tells who that was. */
function create(directory: string, name: string, text: string): void {
  try {
    createFileExclusive(join(directory, name), text, { durable: false });
  } catch {
    // The directory is gone or full.
  }
}

/** The watchdog that came last. */
export function readWatchdog(directory: string, machine: Machine): ProcessIdentity | undefined {
  return identityIn(linesOf(directory, runFiles.watchdog)?.at(-1), machine);
}

export interface StartedEngine {
  readonly process: ProcessIdentity;
  readonly containment: readonly string[];
}

/** The engine's leader; undefined until both of its lines are there. */
export function readEngine(directory: string, machine: Machine): StartedEngine | undefined {
  const [first, second] = linesOf(directory, runFiles.process) ?? [];
  const process = identityIn(first, machine);
  if (process === undefined || second === undefined) return undefined;
  return { process, containment: second.split(",").filter((name) => name !== "") };
}

export function readStopped(directory: string): SupervisorRecord["stopped"] {
  const [reason] = linesOf(directory, runFiles.stopped) ?? [];
  return reason === "timeout" || reason === "cancelled" ? reason : "";
}

/** How the run ended: the supervisor's record. */
export function readEnded(directory: string): SupervisorRecord | undefined {
  const text = readRunFile(directory, runFiles.ended);
  try {
    return text === undefined ? undefined : supervisorRecordSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The record of a supervisor that noted the exit code and when, and died before it wrote the rest. */
export function readUnrecordedExit(directory: string): SupervisorRecord | undefined {
  const [code = "", time = ""] = linesOf(directory, runFiles.exitCode) ?? [];
  if (!/^\d{1,3}$/.test(code)) return undefined;
  const ended_at = /^\d{1,12}$/.test(time) ? Number(time) : Math.floor(Date.now() / 1000);
  return { version: 1, exit_code: Number(code), stopped: readStopped(directory), ended_at };
}

/** Asks the watchdog for a stop; it has to be woken as well. A woken one takes a missing directory for it. */
export function requestStop(directory: string): void {
  create(directory, runFiles.cancel, "");
}
