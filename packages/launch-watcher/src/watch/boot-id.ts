import { readFileSync } from "node:fs";

/** Names this start of the machine. */
export function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}
