import type { CleanOptions, KeptSubagent } from "../contract/cleaning.ts";

/** What the choice is made by. */
export interface Removable {
  /** Unix time in milliseconds. */
  readonly endedMs: number;
  readonly bytes: number;
}

export interface Choice<T> {
  /** What ended first comes first. */
  readonly removed: readonly T[];
  readonly kept: readonly {
    readonly item: T;
    readonly because: Extract<KeptSubagent["because"], "recent" | "fits">;
  }[];
}

/**
 * Which of what can go does: what ended long enough ago, and of that the oldest for as long as all take more than they
 * may.
 *
 * @param items What can go.
 * @param otherBytes What the others take, that are kept anyway.
 */
export function chooseRemovable<T extends Removable>(
  items: readonly T[],
  otherBytes: number,
  { olderThanSeconds, keepBytes }: CleanOptions,
  now: number,
): Choice<T> {
  const removed: T[] = [];
  const kept: { item: T; because: "recent" | "fits" }[] = [];
  let total = items.reduce((sum, { bytes }) => sum + bytes, otherBytes);
  for (const item of items.toSorted((a, b) => a.endedMs - b.endedMs)) {
    if (olderThanSeconds !== undefined && !(now - item.endedMs >= olderThanSeconds * 1000))
      kept.push({ item, because: "recent" });
    else if (keepBytes !== undefined && total <= keepBytes) kept.push({ item, because: "fits" });
    else {
      removed.push(item);
      total -= item.bytes;
    }
  }
  return { removed, kept };
}
