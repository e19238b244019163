import { limitedText } from "@retinue/status-model";

const maxLines = 12;
const maxCharacters = 2000;

/** The end of an output, short enough for an error message. */
export function lastLines(text: string): string {
  const tail = text.trim().split("\n").slice(-maxLines).join("\n").slice(-maxCharacters);
  return limitedText(tail, maxCharacters);
}
