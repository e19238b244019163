import { mayBeginUrlCredential } from "@retinue/engine-contract";

/** Characters. A longer key is not known before all of it is there: no memory is filled with what may be one. */
const MOST_HELD = 64 * 1024;

/** Takes keys out of a text that comes in pieces. */
export interface PieceHider {
  add(piece: string): void;
  /** What of it can be written now: no key reaches into it, whatever follows. */
  ready(): string;
  /** The rest: nothing follows. */
  rest(): string;
}

/** Makes one of what takes keys out of a whole text, and of the keys that it knows. */
export function hideInPieces(hide: (text: string) => string, keys: readonly string[]): PieceHider {
  let held = "";
  const part = (at: number) => {
    const head = hide(held.slice(0, at));
    held = held.slice(at);
    return head;
  };
  return {
    add: (piece) => void (held += piece),
    ready: () => part(wholeCharacters(held, Math.max(safeLength(held, keys), held.length - MOST_HELD))),
    rest: () => part(held.length),
  };
}

/** How much of a text's beginning no key reaches into, be it whole or only begun at the end. */
function safeLength(text: string, keys: readonly string[]): number {
  const begun = [mayBeginUrlCredential(text), ...keys.map((key) => begunAt(text, key))];
  let safe = Math.min(text.length, ...begun);
  for (let parted = true; parted;) {
    const starts = keys.map((key) => startOfParted(text, key, safe));
    const first = Math.min(safe, ...starts);
    parted = first < safe;
    safe = first;
  }
  return safe;
}

/** Where the end of a text may be the beginning of a key; its length when it is not. */
function begunAt(text: string, key: string): number {
  for (let at = Math.max(0, text.length - key.length + 1); at < text.length; at++)
    if (text[at] === key[0] && key.startsWith(text.slice(at))) return at;
  return text.length;
}

/** Where a whole key begins that a place would part; the place itself when it parts none. */
function startOfParted(text: string, key: string, place: number): number {
  // Not in all of the text: it may be long, and is looked at four times a second.
  const from = Math.max(0, place - key.length + 1);
  const at = place === 0 ? -1 : text.slice(from, place - 1 + key.length).lastIndexOf(key);
  return at === -1 ? place : from + at;
}

/** The place itself, or the one before it where that parts a character of two halves. */
function wholeCharacters(text: string, at: number): number {
  const isSecondHalf = /[\uDC00-\uDFFF]/.test(text.charAt(at));
  const isFirstHalfLast = at === text.length && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
  return isSecondHalf || isFirstHalfLast ? at - 1 : at;
}
