import { hostPathStats } from "../configure/host-path.ts";
import type { Protection } from "../contain/protection.ts";

const name = "the spool is the watcher's alone";

/** The spool is the only authority on what was asked and decided. One that is not there is nobody's. */
export function checkSpool(path: string): Protection {
  const user = process.getuid?.() ?? 0;
  const stats = hostPathStats(path);
  if (stats === undefined) {
    const remedy = `install -d -m 700 -o ${user} ${path}`;
    return { name, ok: false, required: true, found: `${path} is not there`, remedy };
  }
  const { mode, uid } = stats;
  const isOwn = process.getuid === undefined || uid === user;
  return {
    name,
    ok: isOwn && (mode & 0o077) === 0,
    required: true,
    found: `${path} has mode ${(mode & 0o777).toString(8)}${isOwn ? "" : ` and belongs to ${uid}, not to ${user}`}`,
    remedy: `chmod 700 ${path}${isOwn ? "" : `; chown ${user} ${path}`}`,
  };
}
