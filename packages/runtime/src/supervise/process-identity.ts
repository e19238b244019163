import type { ProcessIdentity } from "@retinue/engine-contract";
import { execFileSync } from "node:child_process";
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
  const text = kernelFile(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // A program's name may hold anything; what counts follows the last bracket.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // A process whose first thread has ended looks dead while the others go on.
  return isDead(fields[0]) && !(Number(fields[17]) > 1) ? undefined : fields[19];
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
