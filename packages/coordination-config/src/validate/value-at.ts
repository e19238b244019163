/** What stands at a path of a document that may have any shape. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      at === null || typeof at !== "object" ? undefined : (at as Record<PropertyKey, unknown>)[step],
    document,
  );
}
