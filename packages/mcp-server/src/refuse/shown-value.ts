const longest = 80;

/** A value as an error shows it: as JSON, so that control characters are visible, cut at 80 characters. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
