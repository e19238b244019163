/** How many levels of objects and lists a JSON text opens within each other, as far as it was looked at: to `most`. */
export function nesting(json: string, most: number): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < json.length && deepest <= most; index++) {
    const character = json[index];
    if (character === '"') index = endOfString(json, index);
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++depth);
    else if (character === "}" || character === "]") depth--;
  }
  return deepest;
}

/** Where the string that begins at `start` ends; the length of the text when it does not. */
export function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== '"') index += json[index] === "\\" ? 2 : 1;
  return index;
}
