import {
  backendVariables,
  namedKeyVariable,
  type AgentConfig,
  type ChildConfig,
} from "@retinue/engine-contract";
import {
  apiNamesOf,
  backendInWords,
  backendKind,
  modelAtServer,
  modelBackends,
  routesSchema,
  type BackendKind,
  type Routes,
} from "@retinue/model-broker";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { Environment } from "../detect/environment.ts";
import { DerivedRoutes } from "./derived-routes.ts";
import { upstreamOf } from "./upstream-of.ts";

/** What the agents of a run ask, and where. */
export interface ModelsPlan {
  readonly routes: Routes;
  /** By the agent's id: the name of its route. */
  readonly agents: Readonly<Record<string, string>>;
  /** Whether something in it knows no socket. */
  readonly tcp: boolean;
}

/**
 * The routes of a team: those that are configured, else by the keys that the team's backends read. Undefined where no
 * agent asks a model.
 *
 * @throws RuntimeError INVALID_CONFIGURATION naming the agent that cannot be led to a broker, and why.
 */
export function planModels({ agents }: ChildConfig, settings: Settings): ModelsPlan | undefined {
  const asking = agents.filter(({ backend }) => backend.type !== "command");
  if (asking.length === 0) return undefined;
  const { brokerRoutes: configured, environment } = settings;
  const derived = new DerivedRoutes();
  const found = asking.map((agent): [id: string, route: string] => {
    const kind = kindOf(agent);
    refuseOwnKeys(agent);
    const name =
      configured === undefined ? derive(agent, kind, environment, derived) : chosen(agent, kind, configured);
    return [agent.id, name];
  });
  const names = new Set(found.map(([, name]) => name));
  const offered = configured ?? routesSchema.parse(derived.routes);
  return {
    routes: Object.fromEntries(Object.entries(offered).filter(([name]) => names.has(name))),
    agents: Object.fromEntries(found),
    tcp:
      engineOf(settings).kind === "massgen" ||
      asking.some(({ backend }) => backendKind(backend)?.isProgram === true),
  };
}

function kindOf({ id, backend }: AgentConfig): BackendKind {
  const kind = backendKind(backend);
  if (kind !== undefined) return kind;
  throw refused(
    `agent ${JSON.stringify(id)} has a backend of ${backendInWords(backend)}, which cannot be led to a broker`,
    `Use agents of type command, ${modelBackends.join(", ")}, or set subagent_broker: false.`,
  );
}

/** Nothing of the run may hold a key. */
function refuseOwnKeys({ id, backend }: AgentConfig): void {
  const { api_key: key, env } = backend as { api_key?: unknown; env?: unknown };
  if (typeof key === "string" && namedKeyVariable(backend) === undefined)
    throw refused(
      `agent ${JSON.stringify(id)} has its key in its configuration, which its run could read`,
      'Name a variable of this program in its place: api_key: "${NAME}".',
    );
  const { keys, baseUrls, others } = backendVariables(backend);
  const taken = [...keys, ...baseUrls, ...others].find((name) => Object.hasOwn(Object(env) as object, name));
  if (taken === undefined) return;
  throw refused(
    `agent ${JSON.stringify(id)} sets ${taken} in its env, and with a broker that is the broker's`,
    `Set ${taken} where this program is started, or set subagent_broker: false.`,
  );
}

function derive(
  { id, backend }: AgentConfig,
  kind: BackendKind,
  environment: Environment,
  derived: DerivedRoutes,
): string {
  const who = `agent ${JSON.stringify(id)}`;
  const { model, type } = backend;
  if (typeof model !== "string")
    throw refused(
      `${who} of type ${type} names no model, and a broker lets only named ones be asked`,
      "Name one as its backend's model, or set subagent_broker: false.",
    );
  const { address, upstream, isNamed } = upstreamOf(backend, kind, environment);
  if (kind.isNowhere === true && !isNamed)
    throw refused(
      `${who} names no server, and its own vendor's is asked by its login`,
      `Name one as its backend's base_url or in ${kind.baseUrl}, or set subagent_broker: false.`,
    );
  if (upstream === undefined)
    throw refused(
      `${who} asks ${address}, which does not end with /v1: a broker cannot lead there`,
      "Take an address that ends with /v1, or set subagent_broker: false.",
    );
  const { keys } = backendVariables(backend);
  const held = keys.find((name) => (environment[name]?.trim() ?? "") !== "");
  // A server of one's own may need none.
  const needsNone = type === "chatcompletion" && backend["base_url"] !== undefined;
  const key = held ?? (needsNone ? undefined : keys[0]);
  return derived.add({
    api: kind.api,
    upstream,
    key,
    model: modelAtServer(kind, model),
    searches: backend["enable_web_search"] === true,
  });
}

function chosen(
  { id, backend: { model: named, type } }: AgentConfig,
  kind: BackendKind,
  routes: Routes,
): string {
  const { api } = kind;
  const model = typeof named === "string" ? modelAtServer(kind, named) : undefined;
  const speaking = Object.entries(routes).filter(([name, route]) => apiNamesOf(name, route).includes(api));
  const [name] = speaking.find(([, { models }]) => model === undefined || models.includes(model)) ?? [];
  if (name !== undefined) return name;
  const offered = speaking.flatMap(([, { models }]) => models);
  throw refused(
    `agent ${JSON.stringify(id)} wants ${model === undefined ? "a model" : JSON.stringify(model)} by a backend of type ${type}, and no route of subagent_broker_routes has that`,
    offered.length === 0
      ? `Add a route with apis: [${api}].`
      : `Take one of ${offered.join(", ")}, or add it.`,
  );
}

export function refused(message: string, remedy: string): RuntimeError {
  return new RuntimeError("INVALID_CONFIGURATION", message, { remedy });
}
