import type { FoundDirectory } from "@retinue/recovery";
import type { RunRow } from "@retinue/run-page";
import type { SubagentManager } from "@retinue/runtime";

/** A run of the list, and where it is. */
export interface ListedRun {
  readonly row: RunRow;
  readonly subagentId: string;
  readonly found: FoundDirectory;
  /** What `recover` is given; undefined where nobody knows its logs. */
  readonly directory: string | undefined;
  /** Who can tell, stop and continue it, in this workspace; undefined: it is only looked at. */
  readonly owner?: { readonly manager: SubagentManager; readonly workspace: string } | undefined;
}

export interface Listing {
  readonly runs: readonly ListedRun[];
  /** What could not be looked at. */
  readonly problems: readonly string[];
}

/** Where the runs of the page come from. */
export interface RunSource extends AsyncDisposable {
  /** What it is of, for a heading. */
  readonly of: string;
  readonly readOnly: boolean;
  /** The list, at once and whenever it has changed, until `signal` is aborted. */
  listings(signal: AbortSignal): AsyncIterable<Listing>;
  /** Undefined: there is none of that key. */
  find(key: string): Promise<ListedRun | undefined>;
}
