import { dirname, join } from "node:path";

/** Where a run finds itself, by its working directory and its environment. */
export interface Place {
  readonly workspace: string;
  readonly answerFile: string;
  /** The log directory of the subagent; undefined in a container, which has none. */
  readonly logPath: string | undefined;
  /** Where engines log that are told where. */
  readonly liveLogs: string | undefined;
  /** Where they log that are not. */
  readonly ownLogs: string;
}

export function placeOf(workspace: string, answerFile: string, liveLogs: string | undefined): Place {
  return {
    workspace,
    answerFile,
    liveLogs,
    logPath: liveLogs === undefined ? undefined : dirname(liveLogs),
    ownLogs: join(workspace, ".massgen/massgen_logs"),
  };
}

/** One attempt beneath a directory of logs. */
export function attemptIn(logs: string): string {
  return join(logs, "log_20260102_190131_938811/turn_1/attempt_1");
}
