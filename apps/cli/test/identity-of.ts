import type { ProcessIdentity } from "@retinue/engine-contract";
import { readFileSync, readlinkSync } from "node:fs";

/** A process of this machine, as run.json names it. */
export function identityOf(pid: number): ProcessIdentity {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return {
    pid,
    start_time: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] as string,
    boot_id: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    pid_namespace: readlinkSync("/proc/self/ns/pid"),
  };
}
