/** Bounded, as all that is repeated here: the text is anybody's, and may be long. */
const userInfo = /([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#"'<>\\]+)@/gi;
const secretParameter =
  /([?&;#][^\s=&;?#"'<>]{0,80}(?:key|token|secret|password|passwd|pwd|auth|sig|signature|credential)=)([^\s&;#"'<>]+)/gi;

/** Any beginning of either at the end of a text. */
const begun =
  /(?:[a-z][a-z0-9+.-]{0,20}(?::\/?\/?[^\s/?#"'<>\\]*)?|[?&;#][^\s=&;?#"'<>]{0,80}(?:=[^\s&;#"'<>]*)?)$/i;
const longestBegun = 2048;

/** Takes user names, passwords and keys out of all URLs in a text. */
export function hideUrlCredentials(text: string): string {
  // Most texts hold none, and the patterns try each letter for the beginning of one.
  const anonymous = text.includes("://") ? text.replace(userInfo, "$1…@") : text;
  return anonymous.includes("=") ? anonymous.replace(secretParameter, "$1…") : anonymous;
}

/**
 * Where at the end of a text, which goes on, a URL's credentials may have begun; its length where they have not. Of
 * those that are longer than 2048 characters only the end is seen.
 */
export function mayBeginUrlCredential(text: string): number {
  const longest = Math.max(0, text.length - longestBegun);
  let before = text.length;
  // There is no space in one, and the pattern is slow on many words.
  while (before > longest && !/\s/.test(text.charAt(before - 1))) before--;
  const at = text.slice(before).search(begun);
  return at === -1 ? text.length : before + at;
}

/**
 * The passwords and keys in the URLs of a text, as a message may show them: as they are written, decoded,
 * encoded, and as a header has them.
 */
export function urlCredentials(text: string): string[] {
  const pairs = [...text.matchAll(userInfo)].map(([, , pair = ""]) => pair);
  // A password with a slash in it makes no URL, and is said with the reason.
  const broken = URL.canParse(text) ? undefined : /^\s*[a-z]+:\/\/(\S+)@/i.exec(text)?.[1];
  if (broken !== undefined) pairs.push(broken);
  // A user name alone is a key.
  const passwords = pairs.flatMap((pair) => [pair.slice(pair.indexOf(":") + 1), pair]);
  const headers = pairs.map((pair) => Buffer.from(decoded(pair)).toString("base64"));
  const keys = [...text.matchAll(secretParameter)].map(([, , key = ""]) => key);
  const written = [...passwords, ...keys];
  const variants = written.flatMap((each) => [each, decoded(each), encodeURIComponent(decoded(each))]);
  return [...new Set([...variants, ...headers])].filter((each) => each !== "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
