import { limitedText } from "@retinue/status-model";

// Much of it repeats what a child wrote: it decides neither how much is said nor how long it is.
const limits = { remarks: 20, characters: 500 } as const;

/** Remarks for one warning: each once and cut, and how many more there were. */
export function shortRemarks(remarks: readonly string[]): string[] {
  const different = [...new Set(remarks)].filter((text) => text !== "");
  const said = different.slice(0, limits.remarks).map((text) => limitedText(text, limits.characters));
  const more = different.length - limits.remarks;
  return more > 0 ? [...said, `and ${more} more remarks`] : said;
}
