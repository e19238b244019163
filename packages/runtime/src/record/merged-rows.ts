interface Row {
  readonly subagent_id: string;
}

/** The rows with these changes, in the order in which they came; those of new subagents come last. */
export function mergedRows<T extends Row>(present: readonly T[], changes: readonly T[]): T[] {
  const changed = new Map<string, T>();
  for (const row of changes) changed.set(row.subagent_id, { ...changed.get(row.subagent_id), ...row });
  const merged = present.map((row) => {
    const change = changed.get(row.subagent_id);
    changed.delete(row.subagent_id);
    return change === undefined ? row : { ...row, ...change };
  });
  return [...merged, ...changed.values()];
}
