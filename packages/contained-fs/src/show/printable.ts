// Control characters but tab and line feed, and the ones that turn the direction of text.
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/**
 * Text that an untrusted party wrote, made harmless for a terminal: `\u001b[31m` is shown, not obeyed.
 * JSON stays JSON of the same value.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unsafe, escaped);
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
