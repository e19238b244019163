import type { Mode, Order } from "./order.ts";
import type { Place } from "./place.ts";
import type { Random } from "./random.ts";

/** How a run ends: an exit code, a signal to itself, until it is stopped, or not even then. */
export type Ending = 0 | 1 | 7 | 126 | 137 | "at once" | "SIGKILL" | "SIGSTOP" | "never" | "stubborn";

/** What a trick works with. */
export interface Scene {
  readonly place: Place;
  /** The attempt that this run logs in. */
  readonly attempt: string;
  readonly order: Order;
  readonly random: Random;
}

/** One thing that a child may do to its host. */
export interface Trick {
  /** Unique; names the place where there is one. */
  readonly name: string;
  /** How often, against the others. Those that take seconds are rare. */
  readonly weight: number;
  /** All, unless it says which. */
  readonly modes?: readonly Mode[];
  /** Where it plants something: what is planted elsewhere as well does not disturb it. */
  readonly plantedAt?: string;
  /** What the run has to be like for it; otherwise the seed decides. */
  readonly ending?: Ending;
  readonly answers?: boolean;
  readonly logsIn?: "live" | "own";
  /** Shows when the same subagent runs again. */
  readonly again?: boolean;
  /** Takes the run's own record away: only the reply has its outcome. */
  readonly spoilsRecord?: boolean;
  act(scene: Scene): void | Promise<void>;
}

/** The modes in which the log directory is the child's. */
export const withLogs: readonly Mode[] = ["isolated", "inherited"];
