/** The largest length such that texts of these lengths, cut to it, fit into the budget together. */
export function fairShare(lengths: readonly number[], budget: number): number {
  let left = budget;
  let open = lengths.length;
  for (const length of lengths.toSorted((one, other) => one - other)) {
    const share = Math.floor(left / open);
    if (length > share) return share;
    left -= length;
    open -= 1;
  }
  return Number.POSITIVE_INFINITY;
}
