import type { SubagentServerEntry, SubagentServerEntryInput } from "@retinue/coordination-config";
import type { CommandLineAgent } from "@retinue/engine-contract";

export const scopes = ["user", "project", "local"] as const;
/** Where a client keeps an entry: for all projects, for this one and all who work on it, for this one alone. */
export type Scope = (typeof scopes)[number];

/** What a client's configuration is to hold. */
export interface Connection {
  readonly entry: SubagentServerEntry;
  readonly scope: Scope;
  /** The client calls the tools without asking. */
  readonly trust: boolean;
  /** Names of variables that the client might keep from its servers: those that are set, and all that hold keys. */
  readonly variables: readonly string[];
}

/** Runs a command of the client and returns what it printed. Throws CliError when it is missing or fails. */
export type RunClient = (args: readonly string[]) => string;

/** What became of a client's file. */
export interface Written {
  readonly path: string;
  readonly changed: boolean;
}

/** A client that the server can be added to. */
export interface Client {
  readonly title: string;
  /** The program that adds the entry; without one, the client's file is edited. */
  readonly program?: CommandLineAgent;
  readonly scopes: readonly Scope[];
  /** Its name for `subagentServerEntry`. */
  readonly entryClient: SubagentServerEntryInput["client"];
  /** Starts servers without a shell's variables: the entry says where programs are. */
  readonly isApplication?: true;
  /** Further flags of the server: which directory it works in, where the client does not start it there. */
  readonly flags?: () => Readonly<Record<string, string>>;
  /** Whether an entry can say that its tools need no asking. */
  readonly canTrust: boolean;
  /** How a tool is allowed, where the entry does not say so. */
  allowing(name: string): string;
  /** Whether it is on this machine: a file client's own directory is. */
  isHere(): boolean;
  /** What a person can add by hand. */
  print(connection: Connection): string;
  /** Adds the entry, by the client's own command where it has one; what is there as wanted stays as it is. */
  write(connection: Connection, client: RunClient): Written;
  /** Takes the entry out again; nothing else. */
  remove(entry: Pick<Connection, "scope"> & { readonly name: string }, client: RunClient): Written;
}
