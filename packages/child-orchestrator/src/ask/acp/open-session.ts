import {
  methods,
  type ClientContext,
  type InitializeResponse,
  type McpServer,
  type NewSessionResponse,
} from "@agentclientprotocol/sdk";
import { existsSync } from "node:fs";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import type { AcpConfig, McpServerConfig } from "./acp-config.ts";
import type { AcpLaunch } from "./ready-made.ts";

export interface OpenedSession {
  readonly sessionId: string;
  /** Whether the earlier session could not be gone on with, though there was one. */
  readonly isAnew: boolean;
  readonly problems: readonly string[];
}

/** ACP's own code for it. */
const authRequired = -32000;

interface Opening {
  readonly agent: ClientContext;
  readonly can: InitializeResponse;
  readonly launch: AcpLaunch;
  readonly config: AcpConfig;
  readonly request: AgentRequest;
  /** Id of an earlier session. */
  readonly known: string | undefined;
}

/**
 * Goes on with the session that is known, or begins one; logs in where the agent wants to be told how; then chooses
 * mode and model.
 *
 * @throws what the agent said.
 */
export async function openSession(opening: Opening): Promise<OpenedSession> {
  try {
    return await opened(opening);
  } catch (error) {
    const { launch, can, agent } = opening;
    const isThere = can.authMethods?.some(({ id }) => id === launch.authMethod) ?? false;
    if (!isThere || launch.authMethod === undefined || codeOf(error) !== authRequired) throw error;
    await agent.request(methods.agent.authenticate, { methodId: launch.authMethod });
    return await opened(opening);
  }
}

async function opened(opening: Opening): Promise<OpenedSession> {
  const { agent, can, launch, config, request, known } = opening;
  const capabilities = can.agentCapabilities;
  const problems: string[] = [];
  const given = {
    cwd: request.workspace,
    mcpServers: config.mcp_servers
      .filter((server) => launch.serversArgument === undefined || !("command" in server))
      .flatMap((server) => handedOn(server, capabilities, problems)),
    ...(launch.readsAdditional === true && {
      additionalDirectories: [...request.contextPaths, request.teamFiles].filter((path) => existsSync(path)),
    }),
    ...(launch.sessionMeta && { _meta: { ...launch.sessionMeta } }),
  };
  let resumed: Pick<NewSessionResponse, "modes" | "configOptions"> | undefined;
  if (known !== undefined) {
    const how = capabilities?.sessionCapabilities?.resume
      ? methods.agent.session.resume
      : capabilities?.loadSession === true
        ? methods.agent.session.load
        : undefined;
    try {
      if (how !== undefined) resumed = (await agent.request(how, { sessionId: known, ...given })) ?? {};
    } catch (error) {
      if (codeOf(error) === authRequired) throw error;
      // It is gone: a new one loses nothing but its memory.
    }
  }
  const isAnew = known !== undefined && resumed === undefined;
  const session =
    known !== undefined && resumed !== undefined
      ? { ...resumed, sessionId: known }
      : await agent.request(methods.agent.session.new, given);
  await choose(opening, session, problems);
  return { sessionId: session.sessionId, isAnew, problems };
}

/** Sets the mode in which it asks, and a model that its command line did not take. */
async function choose(
  { agent, launch, config }: Opening,
  { sessionId, modes, configOptions }: NewSessionResponse,
  problems: string[],
): Promise<void> {
  const { mode } = launch;
  const set = async (configId: string, value: string) => {
    await agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
  };
  if (mode !== undefined && modes?.currentModeId !== mode) {
    if (modes?.availableModes.some(({ id }) => id === mode) === true)
      await agent.request(methods.agent.session.setMode, { sessionId, modeId: mode });
    else problems.push(`it has no mode ${mode}: it does what its own mode allows`);
  }
  if (!launch.choosesModel || config.model === undefined) return;
  const option = configOptions?.find(({ category, id }) => category === "model" || id === "model");
  if (option === undefined) problems.push(`it lets no model be chosen: backend.model has no effect`);
  else if (option.currentValue !== config.model) await set(option.id, config.model);
}

function handedOn(
  server: McpServerConfig,
  capabilities: InitializeResponse["agentCapabilities"],
  problems: string[],
): McpServer[] {
  const { name } = server;
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => ({ name: key, value }));
  if ("command" in server)
    return [{ name, command: server.command, args: server.args, env: pairs(server.env) }];
  const type = server.type === "sse" ? "sse" : "http";
  if (capabilities?.mcpCapabilities?.[type] === true)
    return [{ type, name, url: server.url, headers: pairs(server.headers) }];
  problems.push(`it takes no tool server by ${type}: ${name} was left out`);
  return [];
}

export function codeOf(error: unknown): number | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "number" ? code : undefined;
}
