/** What one check found. `looked` counts what it examined; a check that examined nothing has failed. */
export interface CheckReport {
  readonly looked: number;
  readonly unit: string;
  /** One line each: where, what is wrong, and what to do. */
  readonly problems: readonly string[];
  /** Measurements worth printing beside the count. */
  readonly note?: string;
  /** Why the check could not run here. Continuous integration turns this into a failure. */
  readonly skipped?: string;
}

/** A check looks at the repository beneath `root` and never writes to it. */
export type Check = (root: string) => CheckReport | Promise<CheckReport>;
