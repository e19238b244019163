import {
  supervisorRecordSchema,
  type ProcessIdentity,
  type SupervisorRecord,
} from "@retinue/engine-contract";
import { readFileSync, statSync, writeFileSync } from "node:fs";
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
  ended: "ended.json",
  stdout: "stdout.log",
  stderr: "stderr.log",
} as const;

/** First word of a claim by a server. */
const adopted = "adopted";

/** The whole lines of a file, [] when it holds none yet; undefined when it is not there. */
function linesOf(directory: string, name: string): string[] | undefined {
  try {
    return readFileSync(join(directory, name), "utf8").split("\n").slice(0, -1);
  } catch {
    return undefined;
  }
}

function identityIn(line: string | undefined, { boot_id, pid_namespace }: Machine) {
  const [pid, start_time] = (line ?? "").split(" ");
  if (pid === undefined || start_time === undefined || !/^[1-9]\d*$/.test(pid)) return undefined;
  return { pid: Number(pid), start_time, boot_id, pid_namespace };
}

export type Claim = "none" | "unfinished" | "adopted" | ProcessIdentity;

/** Who has claimed the run. */
export function readClaim(directory: string, machine: Machine): Claim {
  const lines = linesOf(directory, runFiles.claim);
  if (lines === undefined) return "none";
  return lines[0] === adopted ? "adopted" : (identityIn(lines[0], machine) ?? "unfinished");
}

/** Claims a run that no supervisor has claimed, so that none ever starts it. */
export function claimRun(directory: string): void {
  try {
    writeFileSync(join(directory, runFiles.claim), `${adopted}\n`, { flag: "wx" });
  } catch {
    // Somebody was first, or the directory is gone: the state that is read next tells.
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
  try {
    const parsed = supervisorRecordSchema.safeParse(
      JSON.parse(readFileSync(join(directory, runFiles.ended), "utf8")),
    );
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The record of a supervisor that noted the exit code and died before it wrote the rest. */
export function readUnrecordedExit(directory: string): SupervisorRecord | undefined {
  const [code] = linesOf(directory, runFiles.exitCode) ?? [];
  if (code === undefined || !/^\d{1,3}$/.test(code)) return undefined;
  const noted = statSync(join(directory, runFiles.exitCode), { throwIfNoEntry: false }) ?? {
    mtimeMs: Date.now(),
  };
  const ended_at = Math.floor(noted.mtimeMs / 1000);
  return { version: 1, exit_code: Number(code), stopped: readStopped(directory), ended_at };
}

/** Asks the watchdog for a stop; it has to be woken as well. */
export function requestStop(directory: string): void {
  try {
    writeFileSync(join(directory, runFiles.cancel), "", { flag: "wx" });
  } catch {
    // Asked for already; or the directory is gone, which a woken watchdog takes for a request.
  }
}
