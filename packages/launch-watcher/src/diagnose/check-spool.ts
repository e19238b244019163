import { hostPathStats } from "../configure/host-path.ts";
import type { Finding } from "./finding.ts";

/** The spool is the only authority on what was asked and decided. One that is not there is made private. */
export function checkSpool(path: string): Finding {
  const user = process.getuid?.() ?? 0;
  const { mode, uid } = hostPathStats(path) ?? { mode: 0o700, uid: user };
  const isOwn = process.getuid === undefined || uid === user;
  return {
    protection: "the spool is the watcher's alone",
    ok: isOwn && (mode & 0o077) === 0,
    required: true,
    found: `${path} has mode ${(mode & 0o777).toString(8)}${isOwn ? "" : ` and belongs to ${uid}, not to ${user}`}`,
    remedy: `chmod 700 ${path}${isOwn ? "" : `; chown ${user} ${path}`}`,
  };
}
