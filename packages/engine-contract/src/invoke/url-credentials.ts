/** Bounded, as all that is repeated here: the text is anybody's, and may be long. */
const userInfo = /([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#"'<>\\]+)@/gi;
const secretParameter =
  /([?&;#][^\s=&;?#"'<>]{0,80}(?:key|token|secret|password|passwd|pwd|auth|sig|signature|credential)=)([^\s&;#"'<>]+)/gi;

/** Takes user names, passwords and keys out of all URLs in a text. */
export function hideUrlCredentials(text: string): string {
  return text.replace(userInfo, "$1…@").replace(secretParameter, "$1…");
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
