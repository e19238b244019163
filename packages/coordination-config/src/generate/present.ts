/** Without the keys that are absent or null: for an engine both mean its own default. */
export function present(record: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([, value]) => value != null));
}
