/** Characters that a text takes within a JSON string. */
export function jsonLength(text: string): number {
  return JSON.stringify(text).length - 2;
}

/** How many characters of a well-formed text, from its start, take at most `limit` in JSON; never half a character. */
export function prefixWithin(text: string, limit: number): number {
  let least = 0;
  let most = Math.max(0, Math.min(text.length, limit));
  if (jsonLength(text.slice(0, most)) <= limit) least = most;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (jsonLength(text.slice(0, middle)) <= limit) least = middle;
    else most = middle - 1;
  }
  return isHighSurrogate(text.charCodeAt(least - 1)) && least < text.length ? least - 1 : least;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}
