/** The beginning of a text that is too long, and that it is cut. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters)}\n(cut: ${maxCharacters} of ${text.length} characters are shown)`;
}
