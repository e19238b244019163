import { join } from "node:path";
import type { AgentLogin } from "./agent-login.ts";
import { isSet } from "./environment.ts";
import { readUsersFile } from "./read-users-file.ts";

/** By `codex login status`; else a key that its runs are given, or a model provider of the user's own. */
export const codexLogin: AgentLogin = async ({ environment, home, ask }) => {
  const { exitCode, stdout, stderr } = await ask("login", "status");
  // Its own words may hold a part of the key.
  if (exitCode === 0) return /chatgpt/i.test(stdout + stderr) ? "ChatGPT" : "its own login";
  const key = ["CODEX_API_KEY", "OPENAI_API_KEY"].find((name) => isSet(environment, name));
  if (key !== undefined) return key;
  const provider = ownProvider(join(environment["CODEX_HOME"] ?? join(home, ".codex"), "config.toml"));
  return provider === undefined ? undefined : `model provider ${provider} of config.toml`;
};

/** The `model_provider` that stands before the first table, unless it reads a key that runs are not given. */
function ownProvider(path: string): string | undefined {
  const text = readUsersFile(path);
  if (text === undefined) return undefined;
  const [top = "", ...tables] = text.split(/^\s*\[/m);
  const name = /^\s*model_provider\s*=\s*["']([^"']+)["']/m.exec(top)?.[1];
  const table = tables.find((each) => each.startsWith(`model_providers.${name}]`));
  return name === "openai" || /^\s*env_key\s*=/m.test(table ?? "") ? undefined : name;
}
