import type { ServerStart } from "./connection.ts";
import type { World } from "./world.ts";

/** How the server of a world is started, and found. */
export interface Stage {
  readonly start: ServerStart;
  /** The server's process, by that of what was started. */
  readonly serverOf?: (pid: number | undefined) => number | undefined;
  /** What else is wrong when all runs are over. */
  readonly alsoHolds?: () => Promise<readonly string[]>;
}

/** A world with its stage, and how to put it away. */
export interface StagedWorld {
  readonly world: World;
  readonly stage: Stage;
  close?(): Promise<void>;
}
export type MakeStage = () => Promise<StagedWorld>;
