const longest = 80;

/** A value as an error shows it: as JSON, so that control characters are visible, cut at 80 characters. */
export function shownValue(value: unknown): string {
  const text = asJson(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // JSON.parse reads more levels than JSON.stringify writes.
    return "(a value of too many levels)";
  }
}
