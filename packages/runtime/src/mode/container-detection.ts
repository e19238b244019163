import { entryAt, readText } from "@retinue/contained-fs";

const markers = ["/.dockerenv", "/run/.containerenv"];
const cgroupHint = /docker|containerd|kubepods|libpod|lxc/;

/** Whether this process seems to be inside a container: marker files, then cgroup and init hints. */
export function isInsideContainer(): boolean {
  return (
    markers.some((path) => entryAt(path) !== undefined) ||
    cgroupHint.test(readOrEmpty("/proc/1/cgroup")) ||
    initHint()
  );
}

function initHint(): boolean {
  return readOrEmpty("/proc/1/environ")
    .split("\0")
    .some((entry) => entry.startsWith("container="));
}

function readOrEmpty(path: string): string {
  try {
    return readText(path, { maxBytes: 64 * 1024 }) ?? "";
  } catch {
    // Not Linux, or not ours to read: no hint.
    return "";
  }
}
