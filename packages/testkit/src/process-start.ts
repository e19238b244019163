import { readFileSync } from "node:fs";

/** When a process started: its id alone may be used again. */
export function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "0";
}
