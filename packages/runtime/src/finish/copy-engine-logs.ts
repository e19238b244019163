import { closeRoot, copyTreeWithin, openRoot, renameWithin, type CopyLimits } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { randomUUID } from "node:crypto";
import { engineLogs, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { linkFullLogs } from "../watch/full-logs-link.ts";
import { newestAttempt } from "../watch/newest-attempt.ts";

// Far beyond what a team logs in its time; the child may write more.
const limits: CopyLimits = {
  maxBytes: 256 * 1024 * 1024,
  maxEntries: 10_000,
  maxDepth: 32,
  maxMilliseconds: 60_000,
};

/**
 * Logs that an engine wrote into its workspace all the same are kept where logs are kept. They have their name
 * there once they are whole.
 *
 * @returns What was left out, in words; undefined when nothing was.
 */
export async function copyEngineLogs(paths: SubagentPaths): Promise<string | undefined> {
  const log = openRoot(paths.logPath, { from: paths.logDirectory });
  try {
    if (newestAttempt(log, logLayout.liveLogs).complete) return undefined;
    const workspace = openRoot(paths.workspace, { from: paths.parentWorkspace });
    try {
      const { names, complete } = newestAttempt(workspace, engineLogs);
      if (!complete) return undefined;
      const attempt = names.join("/");
      const incoming = `${logLayout.liveLogs}/.incoming_${randomUUID()}`;
      const from = { root: workspace, path: `${engineLogs}/${attempt}` };
      const report = await copyTreeWithin(from, { root: log, path: incoming }, limits);
      renameWithin(log, incoming, `${logLayout.liveLogs}/${attempt}`);
      if (report.leftOut === 0) return undefined;
      return `${report.leftOut} entries were left out (${report.reasons.join("; ")})`;
    } finally {
      closeRoot(workspace);
    }
  } finally {
    closeRoot(log);
    linkFullLogs(paths);
  }
}
