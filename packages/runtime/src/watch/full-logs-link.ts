import { kindWithin, replaceLinkWithin, resolveLinkWithin } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { ifReachable, withLog } from "../prepare/subagent-roots.ts";
import { newestAttempt } from "./newest-attempt.ts";

/**
 * Makes `full_logs` a relative link to the newest attempt in `live_logs`, as soon as there is one.
 * A `full_logs` that is a directory (copied by another program) is left alone.
 */
export function linkFullLogs(paths: SubagentPaths): void {
  withLog(paths, (log) => {
    const { names, complete } = newestAttempt(log, logLayout.liveLogs);
    if (!complete) return;
    const target = [logLayout.liveLogs, ...names].join("/");
    const present = kindWithin(log, logLayout.fullLogs);
    if (present === "directory") return;
    const current =
      present === "link" ? ifReachable(() => resolveLinkWithin(log, logLayout.fullLogs)) : undefined;
    if (current !== target) replaceLinkWithin(log, logLayout.fullLogs, target);
  });
}
