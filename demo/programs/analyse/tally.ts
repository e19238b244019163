/** Sums by key, largest first. */
export function tally(pairs: Iterable<readonly [string, number]>): [string, number][] {
  const sums = new Map<string, number>();
  for (const [key, amount] of pairs) sums.set(key, (sums.get(key) ?? 0) + amount);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

/** `TypeScript 12,345, Markdown 678`, with at most `most` entries. */
export function shownTally(sums: readonly (readonly [string, number])[], most: number): string {
  return sums
    .slice(0, most)
    .map(([key, amount]) => `${key} ${amount.toLocaleString("en")}`)
    .join(", ");
}
