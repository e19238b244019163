import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../detect/environment.ts";

/** The home directory of whoever starts the runs. */
export function homeOf({ HOME }: Environment): string {
  return HOME !== undefined && isAbsolute(HOME) ? HOME : homedir();
}

/** A path in which ~ is that. */
export function fromHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}
