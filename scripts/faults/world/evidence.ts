import type { Fault } from "../plan/fault.ts";
import type { Client, Row } from "./client.ts";
import type { Ended } from "./connection.ts";
import type { World } from "./world.ts";

/** What is known of a world when all of it has ended. */
export interface Evidence {
  readonly world: World;
  readonly fault: Fault;
  readonly client: Client;
  /** How the server that was hit ended, and whether it was asked to. */
  readonly hit: { readonly end: Ended | undefined; readonly asked: boolean; readonly stderr: string };
  /** What was wrong with a server as it answered. */
  readonly complaints: readonly string[];
  /** The last list of the last server. */
  readonly rows: readonly Row[];
}

/** What has to hold in every world: says what does not. */
export type Invariant = (evidence: Evidence) => string[] | Promise<string[]>;
