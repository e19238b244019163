import { limitedText } from "@retinue/status-model";

/** What a reply may hold beside the length of its texts. Our longest has 300 rows of some 30 values. */
const limits = {
  /** Values in all. */
  values: 20_000,
  /** Entries of a list, keys of an object. */
  entries: 1000,
  /** Objects and lists within each other; ours have five. */
  levels: 20,
  keyCharacters: 100,
} as const;

/** A JSON value with no more than that in it, its texts as they are. What is missing then is said to `leaveOut`. */
export function boundStructure(value: unknown, leaveOut: (what: string) => void): unknown {
  let values: number = limits.values;
  const bound = (inner: unknown, path: string, level: number): unknown => {
    values -= 1;
    if (typeof inner === "bigint") return String(inner);
    if (typeof inner !== "object" || inner === null) return inner;
    if (level === limits.levels) {
      leaveOut(`what ${path} holds`);
      return null;
    }
    const all: readonly [string, unknown][] = Object.entries(inner);
    const kept: [string, unknown][] = [];
    for (const [key, entry] of all.slice(0, limits.entries)) {
      if (values <= 0) break;
      const shown = Array.isArray(inner) ? "[]" : limitedText(key, limits.keyCharacters);
      const place = Array.isArray(inner) || path === "" ? `${path}${shown}` : `${path}.${shown}`;
      kept.push([shown, bound(entry, place, level + 1)]);
    }
    if (kept.length < all.length)
      leaveOut(`${path}: the last ${all.length - kept.length} of ${all.length} entries`);
    // fromEntries defines own properties, so a key named __proto__ stays an ordinary one.
    return Array.isArray(inner) ? kept.map(([, entry]) => entry) : Object.fromEntries(kept);
  };
  return bound(value, "", 0);
}
