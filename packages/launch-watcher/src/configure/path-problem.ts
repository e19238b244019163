import { isAbsolute, normalize, sep } from "node:path";

/** What no container may ever be given, whatever a configuration says. */
const denied = ["/", "/boot", "/dev", "/etc", "/proc", "/root", "/run/docker.sock", "/sys", "/usr"];

// What the system takes. One of a million components would be walked to for seconds.
const maxPathBytes = 4095;

/** Why a path cannot be named in the configuration; undefined when it can. */
export function pathProblem(path: string): string | undefined {
  if (!isAbsolute(path)) return "must be an absolute path";
  if (Buffer.byteLength(path) > maxPathBytes) return `must have at most ${maxPathBytes} bytes`;
  if (path.includes("\0")) return "must not hold NUL";
  if (path !== "/" && path !== normalize(path).replace(/\/$/, "")) {
    return "must be written without `.`, `..`, `//` or a slash at its end";
  }
  return undefined;
}

/** Whether a root would give containers the machine's own files. */
export function isDeniedRoot(path: string): boolean {
  return denied.includes(path) || ["/proc", "/sys", "/dev"].some((each) => isWithin(path, each));
}

/** Whether `path` is `root` or lies beneath it, by components: `/root10` is not within `/root1`. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root === sep ? sep : `${root}${sep}`);
}

/** Whether one of the two is the other or lies beneath it. */
export function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}
