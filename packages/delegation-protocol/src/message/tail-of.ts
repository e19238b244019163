const TAIL_CHARACTERS = 2_000;

/** The last 2,000 characters of a text, counted as MassGen counts them, none of them cut in half. */
export function tailOf(text: string): string {
  return Array.from(text.slice(-2 * TAIL_CHARACTERS).toWellFormed())
    .slice(-TAIL_CHARACTERS)
    .join("");
}
