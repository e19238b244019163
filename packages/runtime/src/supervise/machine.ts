import { isThere, kernelFile, kernelLink } from "./kernel-file.ts";

/** Where process numbers mean something: one boot, one pid namespace. Null where there is no /proc. */
export interface Machine {
  readonly boot_id: string | null;
  readonly pid_namespace: string | null;
}

let known: (Machine & { readonly table: "proc" | "ps" }) | undefined;

/** This machine, and where it lists its processes. Read once. */
export function thisMachine(): Machine & { readonly table: "proc" | "ps" } {
  known ??= {
    boot_id: kernelFile("/proc/sys/kernel/random/boot_id")?.trim() ?? null,
    pid_namespace: kernelLink("/proc/self/ns/pid") ?? null,
    table: isThere("/proc/self/stat") ? "proc" : "ps",
  };
  return known;
}

/** Whether a process number of another time or place means the same here. */
export function isThisMachine({ boot_id, pid_namespace }: Machine): boolean {
  const here = thisMachine();
  return boot_id === here.boot_id && pid_namespace === here.pid_namespace;
}
