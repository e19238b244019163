import type { Settings } from "../configure/manager-options.ts";
import type { FinishedSubagent } from "../contract/subagent-manager.ts";
import type { Admission } from "../admit/admission.ts";
import type { Owner } from "../own/owner.ts";
import type { StateDirectory } from "../own/state-directory.ts";
import type { WorkspaceLock } from "../own/workspace-lock.ts";
import type { LiveRun } from "./live-run.ts";

/** What an opened manager holds. */
export interface ManagerContext {
  readonly settings: Settings;
  readonly logDirectory: string;
  readonly state: StateDirectory;
  readonly lock: WorkspaceLock;
  readonly owner: Owner;
  /** Runs of this process that have not been finished, by subagent id. */
  readonly live: Map<string, LiveRun>;
  readonly admission: Admission;
  readonly listeners: Set<(finished: FinishedSubagent) => void>;
  /** What still goes on for runs whose result was recorded, by subagent id. */
  readonly decorating: Map<string, Promise<void>>;
  /** Results that somebody has had and whose notes are still there, as `<id>.<run>`. */
  readonly acknowledged: Set<string>;
  /** Aborted when the manager is closed: nothing is tried again any more. */
  readonly closing: AbortSignal;
  /** Makes our notes in the workspace anew where they were removed. */
  readonly restoreState: () => void;
}
