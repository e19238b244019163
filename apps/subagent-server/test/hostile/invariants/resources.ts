import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const megabyte = 1024 * 1024;
/** The most memory that a server may ever have had: a status of 16 MB is read as a whole. */
const memoryBytes = 900 * megabyte;
/** What the children of one world may write, twice over, and what is kept of it. Far below one hole. */
const diskBytes = 2_000 * megabyte;

/** The most memory that a process ever had, bytes; undefined when it is gone. */
export function mostMemory(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return undefined;
  }
}

/** Why that is too much; a server that is gone has not held. */
export function tooMuchMemory(most: number | undefined): string | undefined {
  if (most === undefined) return "the server is gone";
  return most > memoryBytes ? `${Math.round(most / megabyte)} MB` : undefined;
}

/** What a directory takes on the disk, when that is too much. */
export function tooMuchDisk(directory: string): string | undefined {
  const { stdout } = spawnSync("du", ["-s", "--block-size=1", directory], { encoding: "utf8" });
  const bytes = Number(/^\d+/.exec(stdout)?.[0] ?? 0);
  return bytes > diskBytes ? `${Math.round(bytes / megabyte)} MB` : undefined;
}
