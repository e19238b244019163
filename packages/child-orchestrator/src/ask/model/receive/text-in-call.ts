/** As much as may come before it, of names and other values. */
const maxBefore = 64 * 1024;

/**
 * Takes one text out of the arguments of a call while they come: each piece of JSON gives the piece of the text that
 * is in it. Arguments that are no JSON give what they seem to.
 */
export function textInCall(key: string): (piece: string) => string {
  const start = new RegExp(`${JSON.stringify(key)}\\s*:\\s*"`);
  let rest = "";
  let state: "before" | "in" | "after" = "before";
  return (piece) => {
    if (state === "after") return "";
    rest += piece;
    if (state === "before") {
      const found = start.exec(rest);
      if (found === null) {
        if (rest.length > maxBefore) state = "after";
        return "";
      }
      rest = rest.slice(found.index + found[0].length);
      state = "in";
    }
    const end = endOfWhole(rest);
    const whole = rest.slice(0, end);
    if (rest.startsWith('"', end)) state = "after";
    rest = state === "after" ? "" : rest.slice(end);
    return decoded(whole);
  };
}

/** Of the inside of a JSON string. Not all at once: an expression that repeats some million times runs out of stack. */
const wholeCharacters = /(?:[^"\\]+|\\u[0-9a-fA-F]{4}|\\[^u]){1,10000}/y;

/** Where the inside of a JSON string ends, or an escape begins that is not all there yet. */
function endOfWhole(inside: string): number {
  let end = 0;
  while (wholeCharacters.test(inside)) end = wholeCharacters.lastIndex;
  return end;
}

function decoded(inside: string): string {
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    // A line break as it is, for one.
    return inside;
  }
}
