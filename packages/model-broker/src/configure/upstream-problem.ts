/** What is wrong with the address of an upstream; undefined when nothing is. */
export function upstreamProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return "is no address: https://api.openai.com";
  const { protocol, username, password, search, hash, pathname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return "is neither https: nor http:";
  if (username !== "" || password !== "") return "holds a password: name the key's variable in key_env";
  if (search !== "" || hash !== "") return "has a query or a fragment, which no request would have";
  return /%|\/\//.test(pathname) ? "has a path with % or //" : undefined;
}
