import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";

// What binary output and terminal control look like: kept one by one they take up to 13 bytes each in a reply.
// oxlint-disable-next-line no-control-regex
const unreadable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFD]+/g;

/**
 * Text that somebody else wrote, as a message holds it: no colours, each run of bytes that are no text as one
 * U+FFFD, no half characters, and at most `maxCharacters`; a longer one says where it was cut and how long it was.
 *
 * @throws StatusModelError INVALID_INPUT.
 */
export function limitedText(text: string, maxCharacters: number): string {
  requireText("limitedText", text);
  // Escapes may be taken out: what comes after them is to fill the place.
  const start = text.slice(0, 2 * maxCharacters);
  const readable = stripVTControlCharacters(start.replaceAll("\r\n", "\n"))
    .toWellFormed()
    .replace(unreadable, "\uFFFD");
  if (start.length === text.length && readable.length <= maxCharacters) return readable;
  // Well-formed once more: the cut may go through a character.
  return `${readable.slice(0, maxCharacters).toWellFormed()}… [cut here: ${text.length} characters in all]`;
}

/** File systems allow 255 bytes. */
const maxNameCharacters = 200;

/** A name or a path that is data: as it is, but well-formed and not longer than that. @throws StatusModelError INVALID_INPUT. */
export function limitedName(name: string, maxCharacters: number = maxNameCharacters): string {
  requireText("limitedName", name);
  return name.length <= maxCharacters
    ? name.toWellFormed()
    : `${name.slice(0, maxCharacters).toWellFormed()}…`;
}

/** A name as messages show it: quoted, control characters escaped, at most 200 characters of it. */
export function shownName(name: string): string {
  return JSON.stringify(limitedName(name));
}

/** Called for each of thousands of names: the schema is asked only for what is wrong. */
function requireText(name: string, text: unknown): void {
  if (typeof text !== "string") requireArguments(name, z.object({ text: z.string() }), { text });
}
