import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { makeClient, rowsOf, type Client, type Row } from "./client.ts";
import type { Connection, ServerStart } from "./connection.ts";
import type { Evidence } from "./evidence.ts";
import { heldBy } from "./held-by.ts";
import { endWorld } from "./end-world.ts";
import { timelineOf } from "./timeline.ts";
import { makeWorld, places, type World } from "./world.ts";

export interface WorldRun {
  readonly violations: readonly string[];
  readonly fired: boolean;
}

/** In how many worlds two servers come next, at once. */
const rivals = 0.4;

/** Makes a world, injects one fault, lets everything end under a next server, and judges. */
export async function runWorld(
  fault: Fault,
  random: SeededRandom,
  { judge, keep }: { judge: (evidence: Evidence) => Promise<string[]>; keep: boolean },
): Promise<WorldRun> {
  let world = makeWorld();
  const client = makeClient();
  let kept = false;
  try {
    world = (await fault.prepare?.(world)) ?? world;
    const start = fault.start?.(world.start, world) ?? world.start;
    const timeline = timelineOf(random, client, fault.hitsAll ? { ...world, start } : world);
    const hasRival = random.chance(rivals);
    const hit = await underFault(fault, world, start, client, timeline);
    fault.between?.(world);
    const { complaints, rows } = await underNext(world, client, hasRival);
    const evidence = { world, fault, client, hit, complaints: [...hit.complaints, ...complaints], rows };
    const violations = await judge(evidence);
    kept = keep && violations.length > 0;
    return {
      violations: kept ? [...violations, `the world is kept: ${world.base}`] : violations,
      fired: fault.fired?.(world, hit.end) ?? true,
    };
  } finally {
    endWorld(world);
    await fault.remove?.(world, kept);
    if (!kept) world.remove();
  }
}

async function underFault(
  fault: Fault,
  world: World,
  start: ServerStart,
  client: Client,
  timeline: readonly ((server: Connection) => Promise<unknown>)[],
): Promise<Evidence["hit"] & { complaints: string[] }> {
  const server = await client.connect(start);
  const timelineOver = new AbortController();
  const scene = { world, server, over: timelineOver.signal };
  const beside: (Promise<void> | void)[] = [];
  for (const [number, step] of timeline.entries()) {
    beside.push(fault.at?.(number, scene));
    await step(server);
    if (server.end !== undefined) break;
  }
  timelineOver.abort();
  await Promise.all(beside);
  await fault.lift?.(world);
  // Where the server is gone, held engines are still held when the next one comes.
  if (server.end === undefined) world.letGo();
  const complaints: string[] = [];
  if (server.end === undefined && !(await client.untilIdle(server)) && server.end === undefined)
    complaints.push("the server that was hit never gets idle, though the fault is over");
  const asked = server.end === undefined;
  const end = asked ? await server.close() : server.end;
  if (end === undefined) server.kill();
  return { end, asked, stderr: server.stderr, complaints };
}

/** A next server, with nothing wrong: all that runs ends, and it does what any server does. */
async function underNext(
  world: World,
  client: Client,
  hasRival: boolean,
): Promise<{ complaints: string[]; rows: Row[] }> {
  const complaints: string[] = [];
  const starting = Array.from({ length: hasRival ? 2 : 1 }, () => client.connect(world.start));
  const [server, rival] = (await Promise.all(starting)) as [Connection, Connection?];
  // At once: each of them finds what is orphaned, and one gets it.
  if (rival === undefined) await client.list(server);
  else await client.collect(server, rival);
  world.letGo();
  if (rival !== undefined) {
    await client.collect(server, rival);
    complaints.push(...(await leave(rival, client)));
  }
  if (!(await client.untilIdle(server))) {
    const running = rowsOf(await client.list(server)).filter(({ status }) => status === "running");
    complaints.push(`under the next server ${running.map((row) => row.subagent_id)} runs for ever`);
  }
  // As many as there are places: none may be taken by what ended.
  const last = Array.from({ length: places }, (_, index) => `quick-last-${index}`);
  const calls = [await client.spawn(server, last), await client.resume(server, "quick-last-0")];
  for (const called of calls) {
    if (called.outcome !== "replied" || called.reply["success"] !== true)
      complaints.push(`the next server does not work: ${JSON.stringify(called).slice(0, 600)}`);
  }
  const listed = await client.list(server);
  if (listed.outcome !== "replied")
    complaints.push(`the next server does not list: ${JSON.stringify(listed).slice(0, 300)}`);
  const rows = await client.withResults(server, rowsOf(listed));
  const left = await untilNothingHeld(server.pid, world.workspace);
  if (left.length > 0) complaints.push(`the next server holds ${left.join(", ")} though nothing runs`);
  const end = await server.close();
  if (end?.code !== 0)
    complaints.push(`the next server does not end by itself: ${JSON.stringify(end)} ${server.stderr}`);
  if (end === undefined) server.kill();
  return { complaints, rows };
}

/** The rival works until nothing runs, and goes. */
async function leave(rival: Connection, client: Client): Promise<string[]> {
  const isIdle = await client.untilIdle(rival);
  const end = await rival.close();
  if (end === undefined) rival.kill();
  return isIdle && end?.code === 0
    ? []
    : [
        `a second next server ${isIdle ? "does not end" : "never gets idle"}: ${JSON.stringify(end)} ${rival.stderr}`,
      ];
}

/** What goes with a result may take a moment after it. */
const tidyMs = 30_000;
const lookMs = 100;

async function untilNothingHeld(pid: number, workspace: string): Promise<string[]> {
  const look = () => heldBy(pid, workspace);
  let left = look();
  for (const until = performance.now() + tidyMs; left.length > 0 && performance.now() < until; left = look())
    await delay(lookMs);
  return left;
}
