import { spawnSync } from "node:child_process";
import { afterwards, type Broken } from "./afterwards.ts";
import { connect, type Connection, type Reply } from "./connection.ts";
import { wrongOutcomes, type Row } from "./invariants/outcomes.ts";
import { fingerprint } from "./invariants/fingerprint.ts";
import { mostMemory, tooMuchMemory } from "./invariants/resources.ts";
import { endProcess } from "./invariants/left-processes.ts";
import { hangMs, late, poll, type Polling } from "./poll.ts";
import { idOf, runSeeds } from "./run-seeds.ts";
import type { Stage } from "./stage.ts";
import type { Violation } from "./violation.ts";
import type { World } from "./world.ts";

/** Clients of both SDK lines give a connection up over a longer message. */
const maxReplyCharacters = 10 * 1024 * 1024;
const shownBefore = 150;
/** The one promise about time. */
export const inTime = "the server answers in time";

export interface WorldRun {
  readonly violations: readonly Violation[];
  /** Milliseconds. */
  readonly slowestList: number;
  /** Bytes. */
  readonly mostMemory: number;
  /** Characters. */
  readonly longestReply: number;
}

/** Runs seeds in one workspace with one server, then looks at everything that must hold. */
export async function runWorld(
  world: World,
  stage: Stage,
  seeds: readonly number[],
  control: Polling,
): Promise<WorldRun> {
  const violations: Violation[] = [];
  const broken: Broken = (invariant, detail, by = seeds) =>
    void violations.push({ mode: world.mode, seeds: by, invariant, detail });
  const before = fingerprint(world);
  let longestReply = 0;
  const connection = await connect(stage.start, (text) => {
    longestReply = Math.max(longestReply, text.length);
    const at = text.indexOf(world.secret);
    if (at !== -1) broken("nothing outside is read", text.slice(Math.max(0, at - shownBefore)));
  });
  const { serverOf = (pid) => pid } = stage;
  const server = serverOf(connection.pid);
  // One that hangs is ended, so that what waits for it goes on.
  const polling = poll(connection, () => endProcess(server));
  const { outcomes, siblings } = await runSeeds(connection, world, seeds);
  await polling.stop();

  for (const { seed, problem } of outcomes)
    if (problem !== undefined) broken("every run has a result", problem, [seed]);
  for (const problem of siblings) broken("its sibling's result is right", problem);
  const [first] = late(polling.samples, control.samples);
  if (first !== undefined) broken(inTime, first.failed ?? `${Math.round(first.answered - first.asked)} ms`);
  const most = mostMemory(server);
  const memory = tooMuchMemory(most);
  // One that was ended because it hung has nothing to say about it.
  if (memory !== undefined && first?.failed === undefined) broken("its memory is bounded", memory);
  const rows = await listed(
    connection,
    seeds.map((seed) => idOf(world, seed)),
  );
  for (const [seed, problem] of wrongOutcomes(world, seeds, rows))
    broken("each run has one recorded outcome", problem, [seed]);
  if (longestReply > maxReplyCharacters) broken("every reply is bounded", `${longestReply} characters`);
  await connection.close().catch(() => {});
  await afterwards(world, stage, seeds, control, before, broken);
  remove(world.parent);
  const slowestList = Math.max(0, ...polling.samples.map(({ asked, answered }) => answered - asked));
  return { violations, slowestList, mostMemory: most ?? 0, longestReply };
}

/** As many as one page has in any case. */
const together = 10;

/** What the list says of these; nothing when it does not answer. */
async function listed(connection: Connection, ids: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < ids.length; first += together) {
    const asked = { ids: ids.slice(first, first + together) };
    const list = await connection.call("list_subagents", asked, hangMs).catch((): Reply => ({}));
    rows.push(...((list["subagents"] ?? []) as Row[]));
  }
  return rows;
}

/** Deeper than a path can name, and without permissions. */
function remove(directory: string): void {
  if (process.getuid?.() !== 0) spawnSync("chmod", ["-R", "u+rwx", directory]);
  spawnSync("rm", ["-rf", directory]);
}
