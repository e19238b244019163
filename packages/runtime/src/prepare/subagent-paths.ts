import { logLayout, requireId, supervisorPath, timestampName } from "@retinue/engine-contract";
import { dirname, join } from "node:path";

/** Where in its workspace an engine logs that was not told where. */
export const engineLogs = `${logLayout.massgen}/${logLayout.massgenLogs}`;

/** Where in its workspace a running team finds messages. */
export const inbox = `${logLayout.massgen}/${logLayout.runtimeInbox}`;

/** Where the documents of one subagent are. All absolute. */
export interface SubagentPaths {
  readonly subagentId: string;
  /** The parent's, from which the subagent's own is walked to: the names below it are the child's to change. */
  readonly parentWorkspace: string;
  /** Runtime workspace, cwd of its runs. */
  readonly workspace: string;
  /** The manager's, from which `logPath` is walked to. */
  readonly logDirectory: string;
  readonly logPath: string;
  readonly runRecord: string;
  readonly liveLogs: string;
  readonly statusFile: string;
  readonly conversation: string;
  /** Apart from what the child can write: a continuation goes by it, and it may carry a key. */
  readonly configFile: string;
  /** What our engine is told in the run that is on or was last; not in a command line, which everybody sees. */
  readonly promptFile: string;
  readonly answerFile: string;
}

/** Paths of a subagent beneath a parent's workspace and a log directory. Refuses unsafe ids. */
export function subagentPaths(
  parentWorkspace: string,
  logDirectory: string,
  subagentId: string,
): SubagentPaths {
  return pathsAt(parentWorkspace, subagentId, join(logDirectory, "subagents", requireId(subagentId)));
}

/** The same for a subagent whose log path is known from elsewhere. */
export function pathsAt(parentWorkspace: string, subagentId: string, logPath: string): SubagentPaths {
  const workspace = join(parentWorkspace, "subagents", requireId(subagentId), "workspace");
  return {
    subagentId,
    parentWorkspace,
    workspace,
    logDirectory: dirname(dirname(logPath)),
    logPath,
    runRecord: join(logPath, logLayout.runRecord),
    liveLogs: join(logPath, logLayout.liveLogs),
    statusFile: join(logPath, logLayout.fullLogs, logLayout.status),
    conversation: join(logPath, logLayout.conversation),
    configFile: join(logPath, `subagent_config_${subagentId}.yaml`),
    promptFile: join(logPath, "prompt.md"),
    answerFile: join(workspace, logLayout.answer),
  };
}

/** Directory of the supervisor of one run. */
export function supervisorDirectory(logPath: string, run: number): string {
  return join(logPath, supervisorPath(run));
}

/** Where a manager logs when it was given no directory. */
export function defaultLogDirectory(parentWorkspace: string, now: Date): string {
  const log = `log_${timestampName(now)}`;
  return join(parentWorkspace, logLayout.massgen, logLayout.massgenLogs, log, "turn_1", "attempt_1");
}
