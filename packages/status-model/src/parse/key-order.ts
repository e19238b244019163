import { endOfString } from "./nesting.ts";

/**
 * The keys of a top-level object member of a JSON text, in the order in which they are written.
 *
 * `JSON.parse` moves integer-like keys to the front, and the order of `agents` is the order of
 * registration, by which ties are broken. The text must be valid JSON.
 *
 * @param most How many keys are given back, the first ones.
 */
export function keyOrder(json: string, member: string, most: number): string[] {
  let keys = new Set<string>();
  let depth = 0;
  let insideMember = false;
  let previousString: string | undefined;
  let expectKey = false;

  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (character === '"') {
      const end = endOfString(json, index);
      if (expectKey && depth <= 2) previousString = json.slice(index, end + 1);
      index = end;
    } else if (character === "{" || character === "[") {
      depth++;
      if (depth === 2) {
        insideMember = character === "{" && parsedKey(previousString) === member;
        // Like JSON.parse, the last of two members of the same name counts.
        if (insideMember) keys = new Set();
      }
      expectKey = character === "{";
    } else if (character === "}" || character === "]") {
      depth--;
      if (depth === 1) insideMember = false;
      expectKey = false;
    } else if (character === ":") {
      const isKey = depth === 2 && insideMember && expectKey && keys.size < most;
      const key = isKey ? parsedKey(previousString) : undefined;
      if (key !== undefined) keys.add(key);
      expectKey = false;
    } else if (character === ",") {
      expectKey = depth === 1 || (depth === 2 && insideMember);
    }
  }
  return [...keys];
}

function parsedKey(quoted: string | undefined): string | undefined {
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
}
