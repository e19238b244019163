import type { ChildProcess } from "node:child_process";

/** Milliseconds that a program gets after SIGINT, and then after SIGTERM. Well below a launcher's 10 s. */
const patience = { afterInterrupt: 3000, afterTerminate: 2000 } as const;

/** Signals the program's whole process group. A group that is gone already is no error. */
export function signalGroup(program: ChildProcess, signal: NodeJS.Signals): void {
  if (program.pid === undefined) return;
  try {
    process.kill(-program.pid, signal);
  } catch {
    // ESRCH: nothing is left. EPERM (macOS): what is left is a zombie.
  }
}

/** SIGINT, then SIGTERM, then SIGKILL to the group, until the program has exited. Call the result when it has. */
export function stopGroup(program: ChildProcess): () => void {
  signalGroup(program, "SIGINT");
  let timer = setTimeout(() => {
    signalGroup(program, "SIGTERM");
    timer = setTimeout(() => signalGroup(program, "SIGKILL"), patience.afterTerminate);
  }, patience.afterInterrupt);
  return () => clearTimeout(timer);
}
