import { shownPath, type Place } from "../locate/place.ts";
import { readText } from "../read/read-text.ts";

/** Bytes of an answer that are returned unless the caller says otherwise: 1 MiB. */
export const defaultMaxAnswerBytes = 1024 * 1024;

// A hole in a file reads as NULs, each of which takes thirteen bytes in a reply: one mark stands for a run.
// oxlint-disable-next-line no-control-regex
const noText = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFD]{2,}/g;

/** An answer's text, or why the file gives none. */
export type AnswerRead =
  | {
      readonly ok: true;
      /** Without surrounding whitespace, never empty. */
      readonly text: string;
      readonly path: string;
      /** When the file holds more than was read. */
      readonly warning: string | undefined;
    }
  | { readonly ok: false; readonly missing: boolean; readonly why: string };

/** Reads an answer. One larger than `maxBytes` is cut, not lost. */
export function readAnswer(place: Place, maxBytes: number): AnswerRead {
  const read = readText(place, { maxBytes, whenLarger: "head" });
  if (!read.ok) return read;
  const path = shownPath(place);
  const cut = read.size > maxBytes;
  // The cut may have gone through a character.
  const text = (cut ? read.text.replace(/\uFFFD$/, "") : read.text).replace(noText, "\uFFFD").trim();
  if (text === "\uFFFD") return { ok: false, missing: false, why: `${JSON.stringify(path)} holds no text` };
  if (text === "") return { ok: false, missing: false, why: `${JSON.stringify(path)} is empty` };
  const warning = cut
    ? `the answer was cut to its first ${maxBytes} bytes; all ${read.size} are in ${path}`
    : undefined;
  return { ok: true, text, path, warning };
}
