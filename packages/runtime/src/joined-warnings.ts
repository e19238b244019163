/** Warnings as one; undefined where there are none. */
export function joinedWarnings(...warnings: readonly (string | undefined)[]): string | undefined {
  return warnings.filter(Boolean).join("; ") || undefined;
}
