import { backendVariables, type AgentConfig } from "@retinue/engine-contract";
import type { BackendKind } from "@retinue/model-broker";
import type { Environment } from "../detect/environment.ts";

const vendors: Readonly<Record<BackendKind["api"], string>> = {
  chat: "https://api.openai.com/v1",
  responses: "https://api.openai.com/v1",
  messages: "https://api.anthropic.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
};

/** What an SDK's base URL ends with: with these two always, with the others where it says so. */
const version = { chat: /\/v1$/, responses: /\/v1$/, messages: /(\/v1)?$/, gemini: /(\/v1beta)?$/ } as const;

/**
 * The server that a backend asks, as a route names it: its own `base_url`, that of a variable, else its vendor's,
 * without the path of the API. Undefined where it cannot be told from the address.
 */
export function upstreamOf(
  backend: AgentConfig["backend"],
  { api }: BackendKind,
  environment: Environment,
): { readonly address: string; readonly upstream: string | undefined; readonly isNamed: boolean } {
  const named = backendVariables(backend).baseUrls.map((name) => environment[name]);
  const given = [backend["base_url"], ...named].find(
    (each): each is string => typeof each === "string" && each.trim() !== "",
  );
  const address = (given ?? vendors[api]).trim().replace(/\/+$/, "");
  const upstream = version[api].test(address) ? address.replace(version[api], "") : undefined;
  return { address, upstream, isNamed: given !== undefined };
}
