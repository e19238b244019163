import { readdirSync, readFileSync } from "node:fs";

/** Pids, on the host, of all that runs in a container, by its full id. */
export function containerProcesses(id: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => cgroupOf(pid).includes(id));
}

/** Empty where the process has ended meanwhile. */
function cgroupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, "utf8");
  } catch {
    return "";
  }
}
