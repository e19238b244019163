const MAX_DEPTH = 32;

/**
 * Why a parsed document is not to be worked with, or undefined: it is nested too deeply for whoever
 * writes it again, holds a key that prototypes are reached by, or a number that JSON has no words for.
 */
export function unsafeJson(document: unknown): string | undefined {
  let level: unknown[] = [document];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "number" && !Number.isFinite(value)) return "it holds a number that is too large";
      if (typeof value !== "object" || value === null) continue;
      if (Object.hasOwn(value, "__proto__")) return "it holds a key __proto__";
      for (const each of Object.values(value)) next.push(each);
    }
    level = next;
  }
  return undefined;
}
