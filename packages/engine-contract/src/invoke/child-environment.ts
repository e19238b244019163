/** Variables by which an engine is told things. */
export const environmentNames = {
  /** Directory in which the engine creates `log_<timestamp>/turn_1/attempt_1`. */
  logBaseDirectory: "MASSGEN_LOG_BASE_DIR",
  /** Marks every process of a run, so that a stop finds it. Not inherited by a nested run. */
  runMarker: "RETINUE_RUN",
  /** When the run will be stopped, in Unix milliseconds: an engine has its agents finish before. */
  deadline: "RETINUE_DEADLINE",
  /** Path of a Unix socket through which all models are asked: a host's broker, which adds the keys. */
  modelSocket: "RETINUE_MODEL_SOCKET",
  /** "1": the run is confined by its container, without a network. Agents need no sandbox of their own, which would not work. */
  contained: "RETINUE_CONTAINED",
  /** "1": set within a sandbox, by what makes it, and by nothing else: agents may be given a shell. */
  sandboxed: "RETINUE_SANDBOXED",
  /** The caller's span, as W3C Trace Context writes it: what a run does belongs beneath it. */
  traceparent: "TRACEPARENT",
  tracestate: "TRACESTATE",
  /** "1": spans are made of a run's agents, by `spanIdWithin`; each is told its own as its TRACEPARENT. */
  agentSpans: "RETINUE_AGENT_SPANS",
} as const;

const allowed = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TERM",
  "TMPDIR",
  "TMP",
  "TEMP",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "ALL_PROXY",
  // Node's own switch: without it its fetch goes through no proxy.
  "NODE_USE_ENV_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "VIRTUAL_ENV",
  "XDG_RUNTIME_DIR",
  "SYSTEMROOT",
]);

export interface ChildEnvironmentInput {
  /** The parent's environment. */
  readonly parent: Readonly<Record<string, string | undefined>>;
  /** Names of the key variables that the team's backends use. */
  readonly keyVariables?: readonly string[] | undefined;
  /** What the configuration adds; wins over the parent's. */
  readonly added?: Readonly<Record<string, string>> | undefined;
}

/**
 * The environment of a child: an explicit allow-list of the parent's, the named key variables and
 * what the configuration adds. `CLAUDECODE` never passes: a Claude Code that sees it refuses to run; nor does the sign
 * of a sandbox, which counts from the sandbox alone.
 */
export function childEnvironment({
  parent,
  keyVariables = [],
  added = {},
}: ChildEnvironmentInput): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    // A client that hands on what is not set hands on nothing: an empty key would hide a login.
    const isKey = keyVariables.includes(name) && value !== "";
    if (value !== undefined && (isAllowed(name) || isKey)) environment[name] = value;
  }
  Object.assign(environment, added);
  delete environment["CLAUDECODE"];
  delete environment[environmentNames.sandboxed];
  return environment;
}

function isAllowed(name: string): boolean {
  const upper = name.toUpperCase();
  return allowed.has(upper) || upper.startsWith("LC_");
}
