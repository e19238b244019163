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
      const [before, after] = [held.slice(0, -HELD_BACK), held.slice(-HELD_BACK)];
      const head = hideKeys(before);
      // Otherwise a key, or a character of two halves, would be parted here.
      const isSafe = before.isWellFormed() && head + hideKeys(after) === hideKeys(held);
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
