import type { SubagentServerEntry } from "@retinue/coordination-config";
import type { CommandLineAgent, commandLineAgents } from "@retinue/engine-contract";

export const scopes = ["user", "project", "local"] as const;
/** Where a client keeps an entry: for all projects, for this one and all who work on it, for this one alone. */
export type Scope = (typeof scopes)[number];

/** What a client's configuration is to hold. */
export interface Connection {
  readonly entry: SubagentServerEntry;
  readonly scope: Scope;
  /** The client calls the tools without asking. */
  readonly trust: boolean;
  /** Names of variables that are set and that the client might keep from its servers. */
  readonly variables: readonly string[];
}

/** Runs a command of the client and returns what it printed. Throws CliError when it is missing or fails. */
export type RunClient = (args: readonly string[]) => string;

/** A client that the server can be added to. */
export interface Client extends CommandLineAgent {
  readonly scopes: readonly Scope[];
  /** Its name for `subagentServerEntry`. */
  readonly entryClient: keyof typeof commandLineAgents;
  /** Whether an entry can say that its tools need no asking. */
  readonly canTrust: boolean;
  /** What a person can add by hand. */
  print(connection: Connection): string;
  /** Adds the entry by the client's own command; what is there as wanted stays as it is. */
  write(connection: Connection, client: RunClient): { readonly path: string; readonly changed: boolean };
}
