import { isWithin } from "@retinue/contained-fs";
import { isAbsolute, normalize } from "node:path";

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
