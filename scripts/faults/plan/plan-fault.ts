import { clock } from "../inject/clock.ts";
import { failWatcher, killWatcher, noDelegation } from "../inject/delegated.ts";
import { failServer, failSupervisor } from "../inject/fail.ts";
import { forgets } from "../inject/forgets.ts";
import { fullDisk } from "../inject/full-disk.ts";
import { killAtMoment, killChild, killServer, killSupervisor } from "../inject/kill.ts";
import { lateSupervisor } from "../inject/late-supervisor.ts";
import { removed } from "../inject/removed.ts";
import { noTracer } from "../inject/traced.ts";
import { watches } from "../inject/watches.ts";
import type { Fault } from "./fault.ts";
import { seededRandom, type SeededRandom } from "./seeded-random.ts";

interface Kind {
  /** How many of a hundred seeds. */
  readonly share: number;
  readonly make: (random: SeededRandom) => Fault;
  /** Why it cannot be had here; undefined when it can. */
  readonly missing?: () => string | undefined;
}

const kinds = {
  "kill-server": { share: 20, make: killServer, missing: noTracer },
  "kill-supervisor": { share: 10, make: killSupervisor, missing: noTracer },
  "kill-child": { share: 4, make: killChild, missing: noTracer },
  "kill-moment": { share: 14, make: killAtMoment },
  "late-supervisor": { share: 3, make: lateSupervisor },
  "error-server": { share: 14, make: failServer, missing: noTracer },
  "error-supervisor": { share: 5, make: failSupervisor, missing: noTracer },
  "full-disk": { share: 5, make: fullDisk },
  forgets: { share: 12, make: forgets },
  removed: { share: 4, make: removed },
  watches: { share: 3, make: watches },
  "kill-watcher": { share: 2, make: killWatcher, missing: noDelegation },
  "error-watcher": { share: 1, make: failWatcher, missing: noDelegation },
  clock: { share: 3, make: clock },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

const slots = kindNames.flatMap((name) => Array.from({ length: kinds[name].share }, () => name));
/** Has no divisor with any number of slots that there is: neighbours are of different kinds. */
const stride = 37;

export interface PlannedFault {
  readonly kind: KindName;
  readonly fault: Fault;
  /** For everything else in that world. */
  readonly random: SeededRandom;
}

/** Why faults of that kind are left out here. With RETINUE_REQUIRE_ALL it throws. */
export function missingFor(kind: KindName): string | undefined {
  const { missing }: Kind = kinds[kind];
  const reason = missing?.();
  if (reason !== undefined && (process.env["RETINUE_REQUIRE_ALL"] ?? "") !== "") throw new Error(reason);
  return reason;
}

export function kindOf(seed: number): KindName {
  return slots[(seed * stride) % slots.length] as KindName;
}

/** A seed decides everything: which kind, what exactly, and what happens around it. */
export function planFault(seed: number): PlannedFault {
  const random = seededRandom(seed);
  const kind = kindOf(seed);
  return { kind, fault: kinds[kind].make(random), random };
}
