import { hostPathStats } from "../configure/host-path.ts";
import type { Protection } from "../contain/protection.ts";

/** Whoever reaches the engine's socket is root on the host. */
export function checkSocket(path: string): Protection {
  const mode = hostPathStats(path)?.mode;
  return {
    name: "the engine's socket is not everybody's",
    ok: mode !== undefined && (mode & 0o007) === 0,
    required: true,
    found: mode === undefined ? `${path} is not there` : `${path} has mode ${(mode & 0o777).toString(8)}`,
    remedy: `chmod o-rwx ${path}, and start dockerd with a group of its own for it.`,
  };
}
