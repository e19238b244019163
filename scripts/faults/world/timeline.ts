import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { SeededRandom } from "../plan/seeded-random.ts";
import type { Client } from "./client.ts";
import type { Connection } from "./connection.ts";
import { cliProgram, type World } from "./world.ts";

/** One thing that a parent does. */
export type Step = (server: Connection) => Promise<unknown>;

/** Steps of every timeline: what a fault chooses from. */
export const stepCount = 7;

/** What a peer spawns for itself. */
export const peersOwn = "quick-peer";

/** What the parent in a world does while a fault is injected, by the seed. */
export function timelineOf(random: SeededRandom, client: Client, world: World): Step[] {
  const real = random.chance(0.15);
  const meanwhile = random.pick(["list", "cancel", "peer"] as const);
  const again = random.chance(0.3);
  return [
    (server) => client.spawn(server, ["quick-1"]),
    (server) => client.spawn(server, ["held-1", real ? "real-1" : "quick-2"], true),
    (server) => client.resume(server, "quick-1", true),
    (server) => {
      if (meanwhile === "peer") return servePeer(world, client);
      return meanwhile === "cancel" ? cancel(world, "held-1") : client.list(server);
    },
    (server) => client.spawn(server, ["quick-3"], again),
    async (server) => {
      world.letGo();
      await client.list(server);
    },
    (server) => client.resume(server, again ? "quick-3" : "quick-1"),
  ];
}

/** A cancel, and a peer, wait until an end is recorded, for which there may be no room until a later step. */
const cancelMs = 10_000;
const peerMs = 30_000;

/** As a person does it: `retinue cancel`, whose end is of no interest here, and which is given up at some time. */
async function cancel({ workspace, start }: World, id: string): Promise<void> {
  await promisify(execFile)(process.execPath, [cliProgram, "cancel", id, "--workspace", workspace], {
    env: start.env,
    timeout: cancelMs,
  }).catch(() => {});
}

/** A second server over the same workspace, at work as runs of the first one go on and end. */
async function servePeer(world: World, client: Client): Promise<void> {
  const peer = await client.connect(world.start, "peer");
  await client.list(peer);
  await client.spawn(peer, [peersOwn]);
  world.letGo();
  await client.collect(peer);
  await client.untilIdle(peer, peerMs);
  await client.list(peer);
  if ((await peer.close()) === undefined) peer.kill();
}
