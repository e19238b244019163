import type { Key } from "ink";

/** A key that was pressed, or what was written for a message. */
export interface NextKey {
  readonly input: string;
  readonly key: Key;
  /** What came with it and is not read yet. */
  readonly rest: string;
}

/**
 * The first key of what came at once: whoever types faster than the screen is drawn is read as one text. A text is one
 * piece where one is being written, and a return that ends it is a key.
 *
 * @param isWriting Whether a message is being written.
 */
export function nextKey(input: string, key: Key, isWriting: boolean): NextKey {
  if ([...input].length <= 1)
    return { input, key: input === "\r" ? { ...key, return: true } : key, rest: "" };
  if (isWriting) {
    const text = input.replace(/\r$/, "");
    return { input: text, key, rest: input.slice(text.length) };
  }
  const [first = ""] = input;
  return { ...nextKey(first, key, false), rest: input.slice(first.length) };
}
