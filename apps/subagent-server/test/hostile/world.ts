import type { Mode, Order } from "../programs/hostile-child/order.ts";
import { temporaryDirectory } from "@retinue/testkit";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { plantOutside } from "./outside-tree.ts";

/** A parent's workspace, and what lies outside of it that nobody may touch. */
export interface World {
  readonly mode: Mode;
  readonly base: string;
  readonly parent: string;
  readonly outside: string;
  /** Stands in the files outside, and must be found nowhere else. */
  readonly secret: string;
  /** In the command line of every process that is left behind. */
  readonly token: string;
  /** Tricks by name, in place of the seeds' own. */
  readonly only?: readonly string[] | undefined;
}

/** Files of the parent's that no run may change. */
export const parentFiles = [
  "CONTEXT.md",
  "notes/one.txt",
  "retinue.yaml",
  ".massgen/massgen_logs/log_20200101_000000/turn_1/attempt_1/kept.txt",
] as const;

const config = {
  agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
};

/** Makes one. `parent` when its host has made the directory already, of that user. */
export function makeWorld(mode: Mode, only?: readonly string[], parent?: string, uid = 0): World {
  const base = parent === undefined ? temporaryDirectory("retinue-hostile-") : dirname(parent);
  const world: World = {
    mode,
    base,
    parent: parent ?? join(base, "ws"),
    // A parent in a container sees nothing but its workspace: there, what is outside for its runs.
    outside: parent === undefined ? join(base, "outside") : join(parent, "kept"),
    secret: `secret-${randomBytes(8).toString("hex")}`,
    token: randomBytes(6).toString("hex"),
    only,
  };
  chmodSync(base, 0o755);
  plantOutside(world.outside, world.secret);
  for (const name of parentFiles) {
    const path = join(world.parent, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name === "retinue.yaml" ? JSON.stringify(config) : `the parent's ${name}\n`);
  }
  if (uid !== 0) giveAll(world.parent, uid);
  return world;
}

function giveAll(path: string, uid: number): void {
  chownSync(path, uid, uid);
  for (const name of readdirSync(path, { recursive: true }) as string[])
    chownSync(join(path, name), uid, uid);
}

/** The task of one run. */
export function taskOf(world: World, about: Pick<Order, "subagentId" | "seed" | "honest" | "after">): string {
  const { mode, outside, parent, token, only } = world;
  const order: Order = { mode, outside, parent, token, only, ...about };
  return `Do this.\n${JSON.stringify(order)}`;
}
