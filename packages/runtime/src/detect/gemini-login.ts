import { entryAt } from "@retinue/contained-fs";
import { join } from "node:path";
import type { AgentLogin, AgentObstacle } from "./agent-login.ts";
import { isSet } from "./environment.ts";
import { readUsersFile } from "./read-users-file.ts";

const key = "GEMINI_API_KEY";
const googleAccount = "a Google account";
/** As its settings name the login by such an account. */
const byAccount = "oauth-personal";

/** Gemini CLI has no command that tells, and takes seconds to start: so by what it would read. */
export const geminiLogin: AgentLogin = async ({ environment, home }) => {
  if (isSet(environment, key)) return key;
  const vertex = vertexAi((name) => isSet(environment, name));
  if (environment["GOOGLE_GENAI_USE_VERTEXAI"] === "true" && vertex !== undefined) return vertex;
  const user = environment["GEMINI_CLI_HOME"] ?? home;
  const own = (name: string) => join(user, ".gemini", name);
  const variables = [own(".env"), join(user, ".env")].find((path) => assigns(path, key));
  if (variables !== undefined) return `${key} in ${variables}`;
  const chosen = chosenLogin(own("settings.json"));
  const isThere = (name: string) => entryAt(own(name)) !== undefined;
  if (isThere("gemini-credentials.json")) return chosen === byAccount ? googleAccount : "its own login";
  if (isThere("oauth_creds.json")) return googleAccount;
  // Elsewhere the credentials may be in a keychain; what was chosen there is all that can be seen.
  if (process.platform === "linux") return undefined;
  return chosen === byAccount ? googleAccount : chosen;
};

/** A Google account alone is no reason to choose it: it is served with a project, of an organisation's licence. */
export const geminiAccount: AgentObstacle = async (look) => {
  if (isSet(look.environment, "GOOGLE_CLOUD_PROJECT")) return undefined;
  if ((await geminiLogin(look)) !== googleAccount) return undefined;
  return {
    found: "Google no longer serves individual accounts there, and no GOOGLE_CLOUD_PROJECT is set",
    remedy: "export GEMINI_API_KEY=<a key of aistudio.google.com>",
  };
};

function vertexAi(isThere: (name: string) => boolean): string | undefined {
  if (isThere("GOOGLE_API_KEY")) return "Vertex AI, GOOGLE_API_KEY";
  return ["GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"].every(isThere) ? "Vertex AI" : undefined;
}

function assigns(path: string, name: string): boolean {
  return new RegExp(`^\\s*(export\\s+)?${name}\\s*=\\s*\\S`, "m").test(textOf(path));
}

function chosenLogin(settings: string): string | undefined {
  return /"selectedType"\s*:\s*"([^"]+)"/.exec(textOf(settings))?.[1];
}

function textOf(path: string): string {
  return readUsersFile(path) ?? "";
}
