import type { SimplifiedStatus } from "@retinue/status-model";

/** A run in the list. */
export interface RunRow {
  /** Names it in addresses: letters, digits, `.`, `_` and `-`. */
  readonly key: string;
  /** Where it is, where the list has more than one place. */
  readonly place?: string | undefined;
  readonly id: string;
  /** How it stands or ended: that of `view`, or `cancelled`. */
  readonly status: string;
  readonly view: SimplifiedStatus;
  /** Whether it goes on or waits for its place. */
  readonly goesOn: boolean;
  /** ISO 8601. */
  readonly endedAt?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  /** Whether it can be told, stopped and continued from here. */
  readonly isOwned: boolean;
  readonly canContinue: boolean;
}

/** What changed in the list; the first has all of it. */
export interface RowsNews {
  /** What the list is of, for its heading. */
  readonly of: string;
  /** A directory that is only looked at: nothing can be told, stopped or applied. */
  readonly readOnly: boolean;
  /** New ones, and those that changed. */
  readonly rows: readonly RunRow[];
  /** Keys, in the order of the list. */
  readonly order: readonly string[];
  /** What could not be looked at. */
  readonly problems: readonly string[];
}
