/** Keys of a server's table that `codex mcp add` has no flags for, with their values as TOML. */
export type TableKeys = Readonly<Record<string, string>>;

/**
 * The text of Codex' configuration with these keys in a server's table, in place of earlier ones. Everything
 * else stays as it is. Undefined when the server has no table of its own, as Codex writes it.
 */
export function withTableKeys(toml: string, server: string, keys: TableKeys): string | undefined {
  const lines = toml.split("\n");
  const header = lines.findIndex((line) => line.trim() === `[mcp_servers.${server}]`);
  if (header === -1) return undefined;
  const length = lines.slice(header + 1).findIndex((line) => line.startsWith("["));
  const end = length === -1 ? lines.length : header + 1 + length;
  const kept = lines
    .slice(header + 1, end)
    .filter((line) => !Object.hasOwn(keys, line.split("=", 1)[0]?.trim() ?? ""));
  const own = Object.entries(keys).map(([key, value]) => `${key} = ${value}`);
  return [...lines.slice(0, header + 1), ...own, ...kept, ...lines.slice(end)].join("\n");
}
