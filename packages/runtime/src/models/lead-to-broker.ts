import { environmentNames, type AgentConfig, type ChildConfig } from "@retinue/engine-contract";
import { backendKind, type Routes } from "@retinue/model-broker";
import type { Environment } from "../detect/environment.ts";

interface Opened {
  readonly routes: Routes;
  /** By the agent's id: the name of its route. */
  readonly agents: Readonly<Record<string, string>>;
  readonly socket: string;
  readonly port: number | undefined;
  readonly token: string;
}

interface Led {
  readonly config: ChildConfig;
  readonly environment: Readonly<Record<string, string>>;
}

/** Only its path is looked at. */
const socketHost = "http://model-broker";

/** A configuration whose agents ask the broker, and the environment in which they do so. */
export function leadToBroker(
  config: ChildConfig,
  opened: Opened,
  isMassGen: boolean,
  host: Environment,
): Led {
  const { port, socket } = opened;
  const environment: Record<string, string> = { [environmentNames.modelSocket]: socket };
  if (port !== undefined) {
    // A proxy of the host's knows nothing of this machine's loopback, and would be handed the token.
    const besides = [host["NO_PROXY"] ?? host["no_proxy"] ?? "", "127.0.0.1"].filter((each) => each !== "");
    environment["NO_PROXY"] = besides.join(",");
  }
  const agents = config.agents.map((agent): AgentConfig => {
    const route = opened.agents[agent.id];
    const kind = backendKind(agent.backend);
    if (route === undefined || kind === undefined) return agent;
    const knowsSocket = !kind.isProgram && !isMassGen;
    const address = `${knowsSocket ? socketHost : `http://127.0.0.1:${port}`}/${route}${kind.version}`;
    environment[kind.key] = opened.token;
    if (!knowsSocket && kind.baseUrl !== undefined) environment[kind.baseUrl] ??= address;
    const { api_key: _, ...backend } = agent.backend as AgentConfig["backend"] & { api_key?: unknown };
    const model = backend["model"] ?? opened.routes[route]?.models[0];
    return { ...agent, backend: { ...backend, model, base_url: address } as AgentConfig["backend"] };
  });
  return { config: { ...config, agents }, environment };
}
