import type { Ending } from "@retinue/engine-contract";
import type { SimplifiedStatus, SubagentResult } from "@retinue/status-model";
import type { SubagentTask } from "./subagent-task.ts";

export interface SpawnOptions {
  /** Default true. False asks for a quick run: first answers only, no vote. */
  readonly refine?: boolean | undefined;
  /** Cancels the runs of this call; once it is aborted, nothing is started. */
  readonly signal?: AbortSignal | undefined;
}

export interface ContinueOptions {
  /** Seconds; clamped. Default: the configured default. */
  readonly timeoutSeconds?: number | undefined;
  /** Cancels the run; once it is aborted, nothing is started. */
  readonly signal?: AbortSignal | undefined;
}

/** A run that has been accepted: it is queued, running, or already over. */
export interface SpawnedSubagent {
  readonly subagentId: string;
  /** Which of the subagent's runs it is, from 1. */
  readonly run: number;
  /** Absolute path of the runtime workspace. */
  readonly workspace: string;
  /** Where status.json will be, once the engine writes. */
  readonly statusFile: string;
  /** The limit in force, after clamping. */
  readonly timeoutSeconds: number;
  readonly warning: string | undefined;
  /** How it came back. Never rejects: whatever happens to the run is a result. */
  readonly result: Promise<SubagentResult>;
  /**
   * Where it stands, whenever its status file has changed; what was outdated by the time it is asked for is left
   * out. Ends with the run, or when `signal` is aborted.
   */
  progress(signal?: AbortSignal): AsyncIterable<SimplifiedStatus>;
}

/** A row of `list()`: MassGen's keys, then ours. `task` is cut to 100 characters; answers are had by `result`. */
export interface SubagentListEntry {
  readonly subagent_id: string;
  /** `running` (also while queued), `cancelled`, or the result's status. */
  readonly status: string;
  readonly workspace: string;
  readonly task: string;
  readonly created_at: string;
  readonly started_at: string | null;
  /** When its last run ended; null while one goes on, and where that is not known. */
  readonly ended_at: string | null;
  readonly execution_time_seconds: number | null;
  readonly success: boolean | null;
  readonly session_id: string | null;
  readonly last_continued_at: string | null;
  readonly continuable: boolean;
  readonly source_agent: string | null;
  readonly log_path?: string;
  /** While it runs. */
  readonly elapsed_seconds?: number;
  readonly timeout_seconds?: number;
  readonly seconds_remaining?: number;
  readonly progress?: SimplifiedStatus;
}

export interface FinishedSubagent {
  readonly subagentId: string;
  /** Number of the run within its subagent. */
  readonly run: number;
  readonly ending: Ending;
  readonly result: SubagentResult;
}

/**
 * Launches, watches, stops and brings back subagents of one parent workspace. Making one has no
 * side effect: the first call of a method takes over what an earlier server left behind.
 *
 * Methods reject with a `RuntimeError` when a request is refused, with an error of what could not be read or written
 * (a full disk), or with the reason of a signal that was aborted before; then nothing was started.
 */
export interface SubagentManager {
  spawn(task: SubagentTask, options?: SpawnOptions): Promise<SpawnedSubagent>;
  /** All tasks are checked before the first is started. */
  spawnParallel(tasks: readonly SubagentTask[], options?: SpawnOptions): Promise<readonly SpawnedSubagent[]>;
  /** A further run of an ended subagent, in the same workspace. */
  continue(subagentId: string, message: string, options?: ContinueOptions): Promise<SpawnedSubagent>;
  /** Stops a run, whoever owns it, and returns what was recovered. */
  cancel(subagentId: string): Promise<SubagentResult>;
  list(): Promise<readonly SubagentListEntry[]>;
  /** What a subagent's last run came back with, whichever server ran it; undefined while it goes on. */
  result(subagentId: string): Promise<SubagentResult | undefined>;
  /** Requirement "Read Status from Inner File": read from full_logs/status.json each time. */
  status(subagentId: string): Promise<SimplifiedStatus>;
  /**
   * Called after the result is on disk, or when that cannot be; what a listener throws is logged. Returns the
   * function that stops it.
   */
  onFinished(listener: (finished: FinishedSubagent) => void): () => void;
  /** Results that nobody has acknowledged, of this server and of earlier ones; oldest first. */
  unacknowledged(): Promise<readonly FinishedSubagent[]>;
  /** Says that the results of these runs reached whoever asked for them. */
  acknowledge(runs: readonly Pick<FinishedSubagent, "subagentId" | "run">[]): Promise<void>;
  /** Lets go of everything this process holds. Runs go on under their supervisors. */
  close(): Promise<void>;
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
