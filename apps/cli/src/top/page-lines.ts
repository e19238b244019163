import { printable } from "@retinue/contained-fs";
import wrapAnsi from "wrap-ansi";

/** More than this nobody reads here, and it takes a second to wrap. */
const mostCharacters = 400_000;

/** A text as lines that fit on a terminal, which shows what is in it and obeys none of it. */
export function pageLines(text: string, columns: number): string[] {
  const left = text.length - mostCharacters;
  const shown = left > 0 ? `${text.slice(0, mostCharacters)}\n[${left} characters are left out]` : text;
  // Tabs are as wide as the terminal makes them: here they are not.
  const plain = printable(shown).replaceAll("\t", "    ").replace(/\n+$/, "");
  return wrapAnsi(plain, Math.max(1, columns), { hard: true, trim: false }).split("\n");
}
