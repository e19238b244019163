import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * The living processes, this one excepted, whose command line or environment names `mark`: all that
 * belong to a run do, because its logs lie beneath its workspace. Without /proc only command lines
 * can be looked at.
 */
export function processesOf(mark: string): string[] {
  return existsSync("/proc/self/environ") ? fromProc(mark) : fromPs(mark);
}

function fromProc(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = readProc(pid, "cmdline");
      const owned = command.includes(mark) || readProc(pid, "environ").includes(mark);
      return owned ? [`${pid} ${command.replaceAll("\0", " ").trim().slice(0, 100)}`] : [];
    });
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // Gone in the meantime, or somebody else's: not one of ours.
    return "";
  }
}

function fromPs(mark: string): string[] {
  const lines = execFileSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(mark) && !line.trim().startsWith(`${process.pid} `));
}
