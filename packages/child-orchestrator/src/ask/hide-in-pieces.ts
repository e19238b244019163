/** Characters. A key is known when all of it is there: what may be the beginning of one is held back. */
const HELD_BACK = 4 * 1024;
/** Characters. What has no place to be parted at by then is parted anywhere: no memory is filled with it. */
const MOST_HELD = 64 * 1024;

/** Takes keys out of a text that comes in pieces. */
export interface PieceHider {
  /** What can be written now, of this piece and of those before it; empty while it is held back. */
  add(piece: string): string;
  /** What was held back. */
  rest(): string;
}

/** Makes one of what takes keys out of a whole text: a key that is parted between pieces is found as well. */
export function hideInPieces(hideKeys: (text: string) => string): PieceHider {
  let held = "";
  // Grows by steps, so that small pieces do not have the same text looked at each time.
  let enough = 2 * HELD_BACK;
  return {
    add(piece) {
      held += piece;
      if (held.length < enough) return "";
      const at = wholeCharacters(held, held.length - HELD_BACK);
      const [before, after] = [held.slice(0, at), held.slice(at)];
      const head = hideKeys(before);
      // Otherwise a key would be parted here.
      const isSafe = head + hideKeys(after) === hideKeys(held);
      if (!isSafe && held.length < MOST_HELD) {
        enough = held.length + HELD_BACK;
        return "";
      }
      held = after;
      enough = 2 * HELD_BACK;
      return head;
    },
    rest() {
      const text = hideKeys(held);
      held = "";
      return text;
    },
  };
}

/** The place itself, or the one before it where that parts a character of two halves. */
function wholeCharacters(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
