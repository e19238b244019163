/** A text of so many characters at most, with `…` for what is left out. */
export function shortenedText(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters - 1)}…` : text;
}
