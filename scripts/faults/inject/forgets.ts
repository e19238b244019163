import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { endWorld } from "../world/end-world.ts";
import type { World } from "../world/world.ts";
import { forgetUnsynced } from "./forget-unsynced.ts";

/** Changes that the node programs of a timeline make, syncs included. */
const mostChanges = 420;
const lookMs = 2;
const preload = join(import.meta.dirname, "../preload/forget.ts");

/** The power fails as a node program makes a change: everything dies, and what was not synced is not there. */
export function forgets(random: SeededRandom): Fault {
  const cutAt = random.between(1, mostChanges);
  // Everything that may be lost, or some of it: a disk writes in whatever order it likes.
  const chance = random.pick([1, 1, 0.5]);
  const lose = () => random.chance(chance);
  let cut = false;
  return {
    what: `the power fails at change ${cutAt}, ${chance === 1 ? "all" : "some"} of what was not synced is lost`,
    endsServer: true,
    loses: "deliveries",
    prepare: (world) => mkdirSync(journalOf(world)),
    // What a peer changes between the cut and its own end would not be taken back otherwise.
    hitsAll: true,
    start: (start, world) => ({
      ...start,
      env: {
        ...start.env,
        NODE_OPTIONS: `${start.env["NODE_OPTIONS"] ?? ""} --import=${preload}`,
        FAULTS_FORGET: JSON.stringify({ journal: journalOf(world), root: world.workspace, cutAt }),
      },
    }),
    at: async (now, { world, server, over }) => {
      if (now !== 0) return;
      const marker = join(journalOf(world), "cut");
      while (!existsSync(marker) && server.end === undefined && !over.aborted) await delay(lookMs);
      cut = existsSync(marker);
      if (cut) endWorld(world);
    },
    lift: endWorld,
    between: (world) => void forgetUnsynced(journalOf(world), world.workspace, lose),
    fired: () => cut,
  };
}

const journalOf = ({ base }: World) => join(base, "journal");
