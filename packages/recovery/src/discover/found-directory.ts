/** What a directory turned out to be. */
export type DirectoryKind = "subagent" | "run" | "attempt" | "workspace";

/** The directories of a run, as they were found from the one that was named. Absolute paths. */
export interface FoundDirectory {
  /**
   * `subagent`: a subagent's log directory; `run`: a directory of logs, of which the newest attempt
   * counts; `attempt`: one attempt of an engine; `workspace`: a runtime workspace.
   */
  readonly kind: DirectoryKind;
  readonly logPath?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly attemptPath?: string | undefined;
}
