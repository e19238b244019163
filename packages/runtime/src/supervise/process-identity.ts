import { processIdentitySchema, type ProcessIdentity } from "@retinue/engine-contract";
import { execFileSync } from "node:child_process";
import { requireArguments } from "../require-arguments.ts";
import { kernelFile } from "./kernel-file.ts";
import { isThisMachine, thisMachine } from "./machine.ts";

/** Who has this number now; undefined when nobody has, or only a dead process not yet collected. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const { boot_id, pid_namespace, table } = thisMachine();
  const start_time = table === "proc" ? startInProc(pid) : startInPs(pid);
  return start_time === undefined ? undefined : { pid, start_time, boot_id, pid_namespace };
}

/** Whether this very process is alive, as against another one with its number. */
export function isAlive(identity: ProcessIdentity): boolean {
  return isThisMachine(identity) && identifyProcess(identity.pid)?.start_time === identity.start_time;
}

/** Whether it is alive and has not been stopped, as far as one cheap look tells; else false. */
export function isAwake({ pid, start_time, boot_id, pid_namespace }: ProcessIdentity): boolean {
  if (thisMachine().table !== "proc" || !isThisMachine({ boot_id, pid_namespace })) return false;
  const fields = fieldsOf(pid);
  return fields !== undefined && fields[19] === start_time && /^[RSDI]$/.test(fields[0] ?? "");
}

/**
 * The same for somebody who cannot tell otherwise: undefined for a process of another machine, or before a reboot.
 *
 * @throws RuntimeError INVALID_INPUT when `identity` is none.
 */
export function livenessOf(identity: ProcessIdentity): boolean | undefined {
  requireArguments("livenessOf", processIdentitySchema, identity);
  return isThisMachine(identity) ? isAlive(identity) : undefined;
}

/** Signals this very process; false when it is gone or another has its number. Never process 1 or this one. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (identity.pid <= 1 || identity.pid === process.pid || !isAlive(identity)) return false;
  try {
    return process.kill(identity.pid, signal);
  } catch {
    // Gone since.
    return false;
  }
}

function startInProc(pid: number): string | undefined {
  const fields = fieldsOf(pid);
  if (fields === undefined) return undefined;
  // A process whose first thread has ended looks dead while the others go on.
  return isDead(fields[0]) && !(Number(fields[17]) > 1) ? undefined : fields[19];
}

function fieldsOf(pid: number): string[] | undefined {
  const text = kernelFile(`/proc/${pid}/stat`);
  // A program's name may hold anything; what counts follows the last bracket.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

function startInPs(pid: number): string | undefined {
  try {
    const line = execFileSync("ps", ["-p", String(pid), "-o", "stat=", "-o", "lstart="], {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    // Joined as the supervisor's script joins it.
    const [state, ...start] = line.trim().split(/[\s:]+/);
    return isDead(state) ? undefined : start.join("_");
  } catch {
    // ps answers 1 for a number that nobody has.
    return undefined;
  }
}

function isDead(state: string | undefined): boolean {
  return state === undefined || /^[ZX]/.test(state);
}
