import { replyCharacterBounds } from "@retinue/mcp-server";

/** A flag that takes a value. An empty value means that the flag is absent. */
export interface Flag {
  readonly meaning: string;
  /** Whose it is: MassGen passes its own to every server it starts. */
  readonly origin: "massgen" | "retinue";
  readonly type?: "integer" | "amount" | "port";
  /** The values that it takes. */
  readonly oneOf?: readonly string[];
  /** Of an integer: the smallest and the largest that is taken. */
  readonly bounds?: { readonly least: number; readonly most: number };
  /** Accepted, but without effect so far; said on stderr when it is given. */
  readonly unsupported?: string;
}

const massgen = (meaning: string, more: Partial<Flag> = {}): Flag => ({
  meaning,
  origin: "massgen",
  ...more,
});

/** Every flag by name, without the dashes. The README's table is made of this. */
export const flagTable = {
  "agent-id": massgen("the agent that spawns; default `parent`"),
  "orchestrator-id": massgen("its orchestrator; default `retinue`"),
  "workspace-path": massgen("the parent's workspace; default the current directory"),
  "agent-temporary-workspace": massgen("shared reference directory, readable by subagents"),
  "agent-configs-file": massgen("JSON list of `{id, backend}`: the team"),
  "max-concurrent": massgen("runs at once, and tasks in one call; default 3", { type: "integer" }),
  "default-timeout": massgen("seconds of a run that names none; default 300", { type: "integer" }),
  "min-timeout": massgen("seconds; a shorter request is raised to this; default 60", { type: "integer" }),
  "max-timeout": massgen("seconds; a longer request is cut to this; default 600", { type: "integer" }),
  "orchestrator-config": massgen("`subagent_orchestrator` as JSON text, when there is no file"),
  "orchestrator-config-file": massgen("JSON file with `subagent_orchestrator`"),
  "context-paths-file": massgen("JSON list of `{path, permission}` or paths: the parent's context"),
  "coordination-config-file": massgen("JSON object: `orchestrator.coordination`"),
  "log-directory": massgen("where `subagents/<id>/` logs go; default inside `<workspace>/.massgen`"),
  "runtime-mode": massgen("`isolated` (default), `inherited` or `delegated`"),
  "runtime-fallback-mode": massgen("`inherited`: what isolated may fall back to"),
  "host-launch-prefix": massgen("JSON list: command that starts a program on the host"),
  "delegation-directory": massgen("directory shared with a host's watcher; needed for `delegated`"),
  "hook-dir": massgen("hook files of the parent", { unsupported: "hooks are not supported" }),
  config: {
    meaning: "YAML with `agents` and `orchestrator`; default `<workspace>/retinue.yaml`",
    origin: "retinue",
  },
  "background-tools": {
    meaning:
      "`auto` (default), `on` or `off`: the tools for background jobs; auto leaves them out for MassGen",
    origin: "retinue",
    oneOf: ["auto", "on", "off"],
  },
  "reply-budget": {
    meaning: "most characters of a reply; default 40000, for MassGen 400000",
    origin: "retinue",
    type: "integer",
    bounds: replyCharacterBounds,
  },
  "max-cost": {
    meaning: "US dollars that one run may spend",
    origin: "retinue",
    type: "amount",
  },
  "max-tokens": { meaning: "tokens that one run may use", origin: "retinue", type: "integer" },
  "max-total-cost": {
    meaning: "US dollars that all runs together may spend",
    origin: "retinue",
    type: "amount",
  },
  "max-total-tokens": {
    meaning: "tokens that all runs together may use",
    origin: "retinue",
    type: "integer",
  },
  "evaluate-rounds": {
    meaning: "`on`: the tool evaluate_round; default `off`; not for MassGen",
    origin: "retinue",
    oneOf: ["on", "off"],
  },
  sandbox: {
    meaning:
      "`required`, `auto` or `off`: whether runs on this machine are confined; default: `auto` where isolated",
    origin: "retinue",
    oneOf: ["required", "auto", "off"],
  },
  broker: {
    meaning:
      "`on` or `off`: runs on this machine get their models by a broker, and no key; default: where they are in a sandbox",
    origin: "retinue",
    oneOf: ["on", "off"],
  },
  engine: { meaning: "`retinue-child` or `massgen`; default by team and PATH", origin: "retinue" },
  http: {
    meaning: "HTTP on this loopback port in place of stdio; 0: any that is free",
    origin: "retinue",
    type: "port",
  },
  "http-token-file": {
    meaning: "file with the token of HTTP clients; default: a new one, said on stderr",
    origin: "retinue",
  },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof flagTable;

/** The flags by name, as `parseArgs` and the help see them. */
export const flags: ReadonlyMap<string, Flag> = new Map<string, Flag>(Object.entries(flagTable));
