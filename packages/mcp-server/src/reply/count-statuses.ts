/** How many there are of each status. */
export function countStatuses(rows: readonly { readonly status: string }[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return Object.fromEntries(counts);
}
