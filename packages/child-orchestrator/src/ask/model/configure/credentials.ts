import { backendVariables, environmentNames } from "@retinue/engine-contract";
import type { ModelConfig } from "./model-config.ts";

/** Where a model is and what opens the door. */
export interface Credentials {
  /** Undefined: the server is asked without one. */
  readonly key: string | undefined;
  /** Undefined: the vendor's own. */
  readonly baseUrl: string | undefined;
  /** Where whoever started the run gives it its models: the key is added there. */
  readonly socket?: string | undefined;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Looks a key up in the variables that the backend names. A server of one's own may need none;
 * a vendor's does: then `missing` says which variable to set. Behind a host's socket none is needed.
 */
export function credentials(
  config: ModelConfig,
  environment: Environment,
): Credentials | { readonly missing: string } {
  const { keys, baseUrls } = backendVariables(config);
  const baseUrl = config.base_url ?? firstSet(baseUrls, environment);
  const key = firstSet(keys, environment);
  const socket = firstSet([environmentNames.modelSocket], environment);
  if (socket !== undefined) return { key: key ?? keptByTheHost, baseUrl, socket };
  const ownServer = config.type === "chatcompletion" && baseUrl !== undefined;
  if (key !== undefined || ownServer) return { key, baseUrl };
  return { missing: `no key: set ${keys.join(" or ")} in the environment of whoever starts the run` };
}

/** The SDKs want one. */
const keptByTheHost = "kept-by-the-host";

function firstSet(names: readonly string[], environment: Environment): string | undefined {
  return names.map((name) => environment[name]?.trim() ?? "").find((value) => value !== "");
}
