import { isWithin } from "@retinue/contained-fs";
import { accessSync, constants, mkdirSync, rmdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { isThere, kernelFile } from "./kernel-file.ts";

const hierarchies = ["cgroup2", "freezer", "pids"] as const;

let own: readonly string[] | undefined;

/** The cgroups of this process that runs can be put beneath, best first. Read once. */
function ownCgroups(): readonly string[] {
  own ??= findOwnCgroups();
  return own;
}

function findOwnCgroups(): string[] {
  const memberships = (kernelFile("/proc/self/cgroup") ?? "").split("\n");
  const mounts = (kernelFile("/proc/self/mountinfo") ?? "").split("\n").map((line) => line.split(" "));
  return hierarchies.flatMap((hierarchy) => {
    const mount = mounts.find((fields) => mountOf(fields) === hierarchy);
    const path = memberships.map(membershipOf).find(([name]) => name === hierarchy)?.[1];
    if (mount?.[4] === undefined || mount[3] === undefined || path === undefined) return [];
    return isWithin(path, mount[3]) ? [join(mount[4], relative(mount[3], path))] : [];
  });
}

/** Which hierarchy a line of mountinfo mounts. */
function mountOf(fields: readonly string[]): string | undefined {
  const after = fields.slice(fields.indexOf("-") + 1);
  if (after[0] === "cgroup2") return "cgroup2";
  return after[0] === "cgroup" ? hierarchies.find((name) => after[2]?.split(",").includes(name)) : undefined;
}

/** Hierarchy and path of a line of /proc/self/cgroup: `0::/path`, `6:freezer:/path`. */
function membershipOf(line: string): [string | undefined, string | undefined] {
  const [id, controllers, ...path] = line.split(":");
  const name = id === "0" ? "cgroup2" : hierarchies.find((each) => controllers?.split(",").includes(each));
  return [name, path.join(":")];
}

function nameOf(marker: string): string {
  return `retinue-${marker}`;
}

/** Makes a cgroup for a run beneath this process's own; undefined where none can be made. */
export function createRunCgroup(marker: string): string | undefined {
  for (const parent of ownCgroups()) {
    const directory = join(parent, nameOf(marker));
    try {
      // Joining writes in both; without the parent's it fails although the directory can be made.
      accessSync(join(parent, "cgroup.procs"), constants.W_OK);
      mkdirSync(directory);
    } catch {
      // Read-only, not delegated, or full: the next one.
      continue;
    }
    if (isJoinable(directory)) return directory;
    removeRunCgroup(directory);
  }
  return undefined;
}

function isJoinable(directory: string): boolean {
  // Version 1 has no types.
  return (kernelFile(join(directory, "cgroup.type")) ?? "domain").trim() === "domain";
}

/** Whether a directory that a file names can be the cgroup of the run with this marker, and no other's. */
export function isRunCgroup(directory: string, marker: string): boolean {
  if (basename(directory) !== nameOf(marker) || directory.split("/").includes("..")) return false;
  return !isThere(directory) || kernelFile(join(directory, "cgroup.procs")) !== undefined;
}

/** Removes a cgroup that nobody joined. */
export function removeRunCgroup(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // Gone, or in use: its supervisor removes it.
  }
}

/**
 * Makes the kernel ready for a process to join a cgroup: the first join after a pause waits 5 to 15 ms
 * for a grace period, the ones shortly after it do not. Call it when a launch is coming; it changes nothing.
 */
export function prepareContainment(): void {
  const parent = ownCgroups()[0];
  // This process "joins" where it is already. Failing means only that the join will be the slow one.
  if (parent !== undefined) writeFile(join(parent, "cgroup.procs"), String(process.pid)).catch(() => {});
}
