import type { Ending, RoleFit } from "@retinue/engine-contract";
import type { Budget, Changes, SimplifiedStatus, SubagentResult, TokenUsage } from "@retinue/status-model";
import type { Cleaning, CleanOptions } from "./cleaning.ts";
import type { SendOptions, SentMessage } from "./sent-message.ts";
import type { SubagentTask } from "./subagent-task.ts";
import type { CallerTrace } from "./run-telemetry.ts";

export interface SpawnOptions {
  /** Default true. False asks for a quick run: first answers only, no vote. */
  readonly refine?: boolean | undefined;
  /** Told the ids once all are reserved, before any of them can end. Must not throw. Default: nobody. */
  readonly onReserved?: ((subagentIds: readonly string[]) => void) | undefined;
  /** Whether somebody waits for the results: MassGen's display is shown them then. Default false. */
  readonly blocking?: boolean | undefined;
  /** The caller's place in a trace. Default: where spans are made, a trace of this call's own. */
  readonly trace?: CallerTrace | undefined;
  /** Cancels the runs of this call; once it is aborted, nothing is started. */
  readonly signal?: AbortSignal | undefined;
}

export interface ContinueOptions {
  /** Seconds; clamped. Default: the configured default. */
  readonly timeoutSeconds?: number | undefined;
  /** The caller's place in a trace. Default: where spans are made, a trace of its own. */
  readonly trace?: CallerTrace | undefined;
  /** Cancels the run; once it is aborted, nothing is started. */
  readonly signal?: AbortSignal | undefined;
}

export interface CancelOptions {
  /** Asks the team to finish with what it has, and stops it afterwards. Default false. */
  readonly wrapUp?: boolean | undefined;
  /** Seconds that it gets for that, at most 3,600 and what is left to its deadline. Default: a tenth of its limit, 5 to 60. */
  readonly graceSeconds?: number | undefined;
}

export interface WaitOptions {
  /** Gives it up; runs go on. */
  readonly signal?: AbortSignal | undefined;
}

export interface ApplyOptions {
  /** Merges what does not fit as it is, and marks what conflicts. Default false: refused then. */
  readonly threeWay?: boolean | undefined;
  /** Commits what was applied, those files alone. Default false. */
  readonly commit?: boolean | undefined;
}

/** What was taken over of a subagent's changes. */
export interface AppliedChanges {
  readonly changes: Changes;
  /** Paths that were written or removed, relative to `changes.repository`. */
  readonly files: readonly string[];
  /** Those that hold marks of conflicts now; then nothing was committed. */
  readonly conflicts?: readonly string[];
  readonly commit?: string;
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
  /** Which needs of its role its team meets; undefined: it has none. */
  readonly needs: RoleFit | undefined;
  /** How it came back. Never rejects: whatever happens to the run is a result. */
  readonly result: Promise<SubagentResult>;
  /**
   * Resolves once it has its place and is under its supervisor, so that it goes on without this process; also when it is
   * over before. Never rejects.
   */
  readonly launched: Promise<void>;
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
  /** Of its last run that ended; absent where it is not known. */
  readonly token_usage?: TokenUsage;
  /** The same of its budget; absent where it had none. */
  readonly budget?: Budget | undefined;
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

/** A run as its record has it. */
export interface RecordedRunView {
  /** ISO 8601. */
  readonly startedAt: string;
  /** Once it is recorded. */
  readonly end?: {
    /** ISO 8601. */
    readonly at: string;
    readonly ending: Ending;
    /** Undefined where it cannot be read. */
    readonly result: SubagentResult | undefined;
  };
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
  cancel(subagentId: string, options?: CancelOptions): Promise<SubagentResult>;
  /**
   * Puts a message into the inbox of a run that goes on or is queued, whoever owns it, and waits a moment for what
   * becomes of it. Rejects with NOT_RUNNING when the run ends before it takes the message, which is taken back then.
   */
  send(subagentId: string, text: string, options?: SendOptions): Promise<SentMessage>;
  list(): Promise<readonly SubagentListEntry[]>;
  /**
   * The same list, at once and whenever something of it has changed: what came, ended or went, and what the status of a
   * run that goes on says, whoever owns it. What was outdated by the time it is asked for is left out. Ends when its
   * signal is aborted or the manager is closed.
   */
  watch(options?: WaitOptions): AsyncIterable<readonly SubagentListEntry[]>;
  /**
   * Removes what is left of subagents that ended, or says what it would: neither what goes on, nor what nobody has read,
   * nor changes that nobody has applied or merged.
   */
  clean(options?: CleanOptions): Promise<Cleaning>;
  /** What a subagent's last run came back with, whichever server ran it; undefined while it goes on. */
  result(subagentId: string): Promise<SubagentResult | undefined>;
  /** Waits for a subagent's last run, whoever owns it, and returns what it came back with; at once where it is over. */
  wait(subagentId: string, options?: WaitOptions): Promise<SubagentResult>;
  /** What a subagent's last run changed in the repository that it was given. Rejects with NO_CHANGES when it is nothing. */
  changes(subagentId: string): Promise<Changes>;
  /**
   * Takes that over to the work tree that it was made for: all of it or nothing, and never over what is not committed.
   * Rejects with NO_CHANGES, or with a `ChangesError` of `@retinue/changes`.
   */
  applyChanges(subagentId: string, options?: ApplyOptions): Promise<AppliedChanges>;
  /** One of a subagent's runs, by its number from 1, whichever server ran it. */
  run(subagentId: string, run: number): Promise<RecordedRunView>;
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
