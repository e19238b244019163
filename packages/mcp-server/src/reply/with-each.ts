/**
 * A JSON value in which what has that name, at any depth, is replaced.
 *
 * @param replaced What stands there instead; undefined: it stays, and is looked through.
 */
export function withEach(value: unknown, name: string, replaced: (inner: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => withEach(entry, name, replaced));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      (key === name ? replaced(inner) : undefined) ?? withEach(inner, name, replaced),
    ]),
  );
}
