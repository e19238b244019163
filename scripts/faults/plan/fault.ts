import type { Connection, Ended, ServerStart } from "../world/connection.ts";
import type { World } from "../world/world.ts";

/** Who is there while a fault is injected. */
export interface Scene {
  readonly world: World;
  readonly server: Connection;
  /** Aborted when the timeline is over. */
  readonly over: AbortSignal;
}

/** One fault: what is done to a world, and when. Every part is optional but the first two. */
export interface Fault {
  /** Which of its kind, for whoever reads of a violation. */
  readonly what: string;
  /** Whether the server itself may be gone by it; of others it has to survive. */
  readonly endsServer: boolean;
  /**
   * What it may take with it: what lay in records of runs, what servers noted beside them, or that a client
   * has had a result.
   */
  readonly loses?: "records" | "notes" | "deliveries";
  /** When it took records, on the clock of this process: what is asked after that is not lost. */
  readonly lostAt?: () => number | undefined;
  /** Before the first server is started; may put another world in its place. */
  readonly prepare?: (world: World) => Promise<World> | void;
  /** Starts the server that it hits. */
  readonly start?: (start: ServerStart, world: World) => ServerStart;
  /** Whether a peer and a command of the timeline are started as that server is: the fault is of the machine. */
  readonly hitsAll?: true;
  /** As that step of the timeline begins, beside it. */
  readonly at?: (step: number, scene: Scene) => Promise<void> | void;
  /** After the timeline, before everything is allowed to end: what lasts is over. */
  readonly lift?: (world: World) => Promise<void> | void;
  /** When the server that was hit is gone, before the next one. */
  readonly between?: (world: World) => void;
  /** What is wrong with what it brought along, when everything has ended. */
  readonly problems?: () => Promise<string[]>;
  /** When all has been looked at; the files of a world that is kept stay. */
  readonly remove?: (world: World, isKept: boolean) => Promise<void> | void;
  /** Whether it was reached, as far as that is known; `end` is that of the server that was hit. */
  readonly fired?: (world: World, end: Ended | undefined) => boolean;
}
