import { entryAt } from "@retinue/contained-fs";
import { join } from "node:path";
import type { AgentLogin } from "./agent-login.ts";
import { isSet } from "./finding.ts";
import { readUsersFile } from "./read-users-file.ts";

const key = "GEMINI_API_KEY";

/** Gemini CLI has no command that tells, and takes seconds to start: so by what it would read. */
export const geminiLogin: AgentLogin = async ({ environment, home }) => {
  if (isSet(environment, key)) return key;
  const vertex = vertexAi((name) => isSet(environment, name));
  if (environment["GOOGLE_GENAI_USE_VERTEXAI"] === "true" && vertex !== undefined) return vertex;
  const user = environment["GEMINI_CLI_HOME"] ?? home;
  const own = (name: string) => join(user, ".gemini", name);
  const variables = [own(".env"), join(user, ".env")].find((path) => assigns(path, key));
  if (variables !== undefined) return `${key} in ${variables}`;
  if (entryAt(own("oauth_creds.json")) !== undefined) return "a Google account";
  if (entryAt(own("gemini-credentials.json")) !== undefined) return "its own login";
  // Elsewhere the credentials may be in a keychain; what was chosen there is all that can be seen.
  return process.platform === "linux" ? undefined : chosenLogin(own("settings.json"));
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
