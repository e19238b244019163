import { environmentNames, type ProcessIdentity } from "@retinue/engine-contract";
import { execFileSync } from "node:child_process";
import { kernelFile } from "./kernel-file.ts";
import { thisMachine } from "./machine.ts";
import { isAlive } from "./process-identity.ts";

/**
 * Whether a process that a file names lives and supervises the run with this marker: its arguments hold
 * the marker. An engine can write such files, and name processes that have nothing to do with it.
 */
export function isSupervising(identity: ProcessIdentity, marker: string): boolean {
  return isAlive(identity) && holds(identity.pid, "cmdline", marker);
}

/** Whether a process that a file names lives and is of the run: by its environment, or its cgroup. */
export function isOfRun(identity: ProcessIdentity, marker: string): boolean {
  if (!isAlive(identity)) return false;
  if (holds(identity.pid, "environ", `${environmentNames.runMarker}=${marker}`)) return true;
  const groups = kernelFile(`/proc/${identity.pid}/cgroup`) ?? "";
  return groups.split("\n").some((line) => line.split("/").includes(`retinue-${marker}`));
}

/** Whether one whole entry of its arguments, or of its environment, is this text. */
function holds(pid: number, file: "cmdline" | "environ", text: string): boolean {
  if (thisMachine().table === "proc") {
    return (kernelFile(`/proc/${pid}/${file}`) ?? "").split("\0").includes(text);
  }
  try {
    const line = execFileSync("ps", ["eww", "-p", String(pid), "-o", "command="], {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return line.trim().split(" ").includes(text);
  } catch {
    // ps answers 1 for a number that nobody has.
    return false;
  }
}
