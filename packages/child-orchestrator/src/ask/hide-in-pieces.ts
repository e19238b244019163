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
  const part = (at: number) => {
    const head = hideKeys(held.slice(0, at));
    held = held.slice(at);
    enough = 2 * HELD_BACK;
    return head;
  };
  return {
    add(piece) {
      held += piece;
      if (held.length < enough) return "";
      const hidden = hideKeys(held);
      const last = wholeCharacters(held, held.length - HELD_BACK);
      // Only where no key is parted by it; the one before is further away than a key is long.
      for (const at of [last, wholeCharacters(held, Math.max(0, last - HELD_BACK))])
        if (hideKeys(held.slice(0, at)) + hideKeys(held.slice(at)) === hidden) return part(at);
      if (held.length >= MOST_HELD) return part(last);
      enough = held.length + HELD_BACK;
      return "";
    },
    rest() {
      return part(held.length);
    },
  };
}

/** The place itself, or the one before it where that parts a character of two halves. */
function wholeCharacters(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
