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
    const [whole] = wholeCharacters.exec(rest) ?? [""];
    if (rest.startsWith('"', whole.length)) state = "after";
    rest = state === "after" ? "" : rest.slice(whole.length);
    return decoded(whole);
  };
}

/** Of the inside of a JSON string: all up to its end, or to an escape that is not all there yet. */
const wholeCharacters = /^(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/;

function decoded(inside: string): string {
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    // A line break as it is, for one.
    return inside;
  }
}
