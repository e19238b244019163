import type { AcpAgentName } from "@retinue/engine-contract";
import { existsSync } from "node:fs";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import { isContained } from "../is-contained.ts";
import { acpKey, type AcpConfig } from "./acp-config.ts";

/** What is particular to an agent that is known by name. */
export interface AcpLaunch {
  readonly args: readonly string[];
  /** Added to the environment of the run. */
  readonly environment: Readonly<Record<string, string>>;
  /** The login that it is asked to use where it wants one to be chosen. */
  readonly authMethod?: string | undefined;
  /** The mode in which it asks before it does what its role may not. */
  readonly mode?: string | undefined;
  /** Whether the session's model is chosen by the protocol. */
  readonly choosesModel: boolean;
  /** Where the tokens that it tells of with a reply are more than those of a turn: all of its process, or of its session. */
  readonly counts?: "process" | "session" | undefined;
  /** What it says itself where it ends its turn since it was refused something. */
  readonly saysRefused?: RegExp | undefined;
  /** Whether it only reads in directories that are added to its session: others write there, and are told of none. */
  readonly readsAdditional?: boolean | undefined;
  /** Whether it reads and writes files by itself, and not through the protocol. */
  readonly ownFiles?: boolean | undefined;
  /** Goes with the session's request. */
  readonly sessionMeta?: Readonly<Record<string, unknown>> | undefined;
  /** Of one that takes no tool server of a command from the protocol: the argument that names a file with them. */
  readonly serversArgument?: ((path: string) => string) | undefined;
  /** Whether it runs on when its stdin has ended; its session is written by then. */
  readonly stays?: boolean | undefined;
  /** Whether its cost is that of its process, and not of its session. */
  readonly countsProcess?: boolean | undefined;
}

type Launch = (config: AcpConfig, key: string | undefined, request: AgentRequest) => AcpLaunch;

const set = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** What it may read beside its own directory, as far as it is there. */
const readable = ({ contextPaths, teamFiles }: AgentRequest) =>
  [...contextPaths, teamFiles].filter((path) => existsSync(path));

/** A pattern of opencode's for all that lies beneath a path, and for the path itself. */
const beneath = (paths: readonly string[], what: string) =>
  Object.fromEntries(paths.flatMap((path) => [[path, what] as const, [`${path}/*`, what] as const]));

/** Of Gemini CLI and its fork: the tool servers that are handed on, and none of the user's. */
const ownServers = ({ mcp_servers }: Pick<AcpConfig, "mcp_servers">) =>
  (mcp_servers.length === 0 ? ["none"] : mcp_servers.map(({ name }) => name)).map(
    (name) => `--allowed-mcp-server-names=${name}`,
  );

/** What Copilot's argument means where it is no server's name. */
const copilotsOwn = new Set(["shell", "write", "read", "url", "memory"]);

/** Each is told to ask before it acts, and to leave the user's tool servers alone where it can be told so. */
const launches: Readonly<Record<AcpAgentName, Launch>> = {
  "claude-agent-acp": ({ model, base_url, enable_web_search }, key, { hasShell }) => ({
    args: [],
    environment: set({
      CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: base_url,
      ANTHROPIC_MODEL: model,
    }),
    mode: "default",
    choosesModel: false,
    countsProcess: true,
    readsAdditional: true,
    sessionMeta: {
      claudeCode: {
        options: {
          tools: [
            "Read",
            "Grep",
            "Glob",
            "Edit",
            "Write",
            ...(hasShell ? ["Bash"] : []),
            ...(enable_web_search ? ["WebSearch", "WebFetch"] : []),
          ],
          settingSources: ["user"],
          strictMcpConfig: true,
          promptSuggestions: false,
        },
      },
    },
  }),
  "codex-acp": ({ model, base_url, enable_web_search }, key, { environment }) => ({
    args: [],
    environment: set({
      CODEX_API_KEY: key,
      NO_BROWSER: "1",
      // Its sandbox is the adapter's own: its directory, $TMPDIR and /tmp, without network. Nothing makes it narrower.
      INITIAL_AGENT_MODE: isContained(environment) ? "agent-full-access" : "workspace-write",
      ...(base_url !== undefined && { MODEL_PROVIDER: "retinue" }),
      CODEX_CONFIG: JSON.stringify({
        ...(model !== undefined && { model }),
        approval_policy: "on-request",
        web_search: enable_web_search ? "live" : "disabled",
        ...(base_url !== undefined && {
          model_provider: "retinue",
          model_providers: {
            retinue: {
              name: "retinue",
              base_url,
              wire_api: "responses",
              env_key: "CODEX_API_KEY",
              request_max_retries: 2,
              stream_max_retries: 2,
            },
          },
        }),
      }),
    }),
    ...(key !== undefined && { authMethod: "api-key" }),
    choosesModel: false,
    stays: true,
  }),
  gemini: ({ model, base_url, ...config }, key, request) => ({
    args: [
      ...(model === undefined ? [] : ["--model", model]),
      "--skip-trust",
      "--extensions=none",
      ...ownServers(config),
      ...readable(request).flatMap((path) => ["--include-directories", path]),
    ],
    environment: set({
      GEMINI_CLI_NO_RELAUNCH: "true",
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: base_url,
    }),
    ...(key !== undefined && { authMethod: "gemini-api-key" }),
    mode: "default",
    choosesModel: false,
    // It takes the protocol's word that a file is not there for a failure, and writes no new one.
    ownFiles: true,
  }),
  opencode: ({ model, base_url, enable_web_search }, key, request) => {
    const { hasShell, hiddenPaths } = request;
    const provider = model?.split("/")[0] ?? "anthropic";
    const options = {
      ...(base_url !== undefined && { baseURL: base_url }),
      ...(key !== undefined && { apiKey: key }),
    };
    return {
      args: [],
      environment: {
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          ...(model !== undefined && { model }),
          // For titles. A server of one's own may have no other.
          ...(model !== undefined && base_url !== undefined && { small_model: model }),
          ...(Object.keys(options).length > 0 && { provider: { [provider]: { options } } }),
          autoupdate: false,
          share: "disabled",
          permission: {
            edit: "ask",
            bash: hasShell ? "ask" : "deny",
            webfetch: enable_web_search ? "ask" : "deny",
            // The later rule counts.
            external_directory: hasShell
              ? "allow"
              : { "*": "ask", ...beneath(readable(request), "allow"), ...beneath(hiddenPaths, "deny") },
          },
        }),
      },
      choosesModel: false,
    };
  },
  qwen: ({ model, base_url, ...config }, key, request) => ({
    args: [
      ...(model === undefined ? [] : ["--model", model]),
      ...(key === undefined ? [] : ["--auth-type", "openai"]),
      ...ownServers(config),
      ...readable(request).flatMap((path) => ["--include-directories", path]),
    ],
    environment: set({ OPENAI_API_KEY: key, OPENAI_BASE_URL: base_url, OPENAI_MODEL: model }),
    mode: "default",
    choosesModel: false,
  }),
  copilot: ({ model, base_url, mcp_servers }, key, request) => ({
    args: [
      "--no-auto-update",
      ...readable(request).flatMap((path) => ["--add-dir", path]),
      // It asks for such a tool by the tool's name alone.
      ...mcp_servers.filter(({ name }) => !copilotsOwn.has(name)).map(({ name }) => `--allow-tool=${name}`),
    ],
    environment: set({
      COPILOT_MODEL: model,
      COPILOT_PROVIDER_BASE_URL: base_url,
      ...(base_url !== undefined && { COPILOT_PROVIDER_API_KEY: key, COPILOT_OFFLINE: "true" }),
    }),
    choosesModel: false,
    serversArgument: (path) => `--additional-mcp-config=@${path}`,
    counts: "process",
    saysRefused: /^Info: Operation cancelled by user$/,
  }),
  "vibe-acp": (_config, key) => ({
    args: [],
    environment: set({ MISTRAL_API_KEY: key, VIBE_ENABLE_TELEMETRY: "false" }),
    counts: "session",
    mode: "ask",
    choosesModel: true,
  }),
};

/** How an agent is begun: one that is known by its name, or any program. */
export function acpLaunch(
  name: AcpAgentName | undefined,
  config: AcpConfig,
  request: AgentRequest,
): AcpLaunch {
  if (name === undefined) return { args: [], environment: {}, mode: config.mode, choosesModel: true };
  const launch = launches[name](config, acpKey(config, request.environment), request);
  return { ...launch, mode: config.mode ?? launch.mode };
}
