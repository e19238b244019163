import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { startWatcher } from "../../src/index.ts";
import type { ChangingCall } from "../changing-calls.ts";
import { callsOf, firstOfEachKind, killAtEach, killedAt, type Prepare } from "../kill-watchers.ts";
import { noEngine } from "../test-engine.ts";
import { noTracer, type KillAt } from "../traced-watcher.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const long = process.env["RETINUE_LONG"] !== undefined;
const missing = noEngine ?? noTracer(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

// It counts its runs.
const script = "echo x >> /workspace/ran; echo done > /workspace/answer.txt; echo said; exit 0";

/** An outbox with one request in it, of a workspace of that user. */
async function asked(uid: number): Promise<WatchedOutbox> {
  const watched = await watchedOutbox({ engine_command: ["/bin/sh", "-c", script] });
  watched.workspace("a", uid);
  watched.put(watched.request("a"));
  return watched;
}

/** One run, one answer, nothing left: wherever the watchers before were killed. */
async function holds(watched: WatchedOutbox): Promise<void> {
  const { config, outbox, workspaces } = watched;
  const read = (...path: string[]) => readFileSync(join(...path), "utf8");
  const last = await startWatcher({ config, log: (event) => watched.events.push(event) });
  try {
    await watched.response("a");
    await last.answerPending();
    const answer = { status: "completed", exit_code: 0, stdout_tail: "said\n" };
    expect(JSON.parse(read(outbox, "response_a.json"))).toMatchObject(answer);
    const workspace = join(workspaces, "a");
    expect([read(workspace, "ran"), read(workspace, "answer.txt")]).toEqual(["x\n", "done\n"]);
    const spool = join(config.spool, "outboxes/parent");
    const [decided = ""] = readdirSync(spool).filter((name) => name.endsWith(".resp"));
    expect(read(outbox, "response_a.json")).toBe(read(spool, decided));
    expect(readdirSync(outbox).filter((name) => name !== "watcher.alive")).toEqual([
      "receipt_a.json",
      "response_a.json",
    ]);
    expect(readdirSync(spool).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(readdirSync(join(config.spool, "inputs"))).toEqual([]);
    expect(await watched.left()).toEqual([]);
  } finally {
    await last.stop("wait");
  }
}

async function holdsForRoot(watched: WatchedOutbox): Promise<void> {
  await holds(watched);
  for (const name of ["a", "a/ran", "a/answer.txt"]) {
    expect([name, lstatSync(join(watched.workspaces, name)).uid]).toEqual([name, 0]);
  }
}

/** The file that opens the gate, whoever is left to see it. */
function goFile(calls: readonly ChangingCall[]): ChangingCall {
  const found = calls.find(({ what }) => what === "openat /spool/inputs/retinue-ID/go");
  if (found === undefined) throw new Error("nothing opened the gate");
  return found;
}

const choose = long ? (calls: readonly ChangingCall[]) => calls : firstOfEachKind;
const own: Prepare = () => asked(1000);
const lent: Prepare = () => asked(0);

describe.skipIf(missing !== undefined)(`a watcher that is killed at a system call${skipped}`, () => {
  it(
    `${long ? "each" : "each kind"} that changes something: one run, its answer, nothing left ${verifies("HOST-SURVIVES-KILLS")}`,
    { timeout: long ? 3_600_000 : 600_000 },
    async () => {
      const calls = await callsOf(own);
      await killAtEach(choose(calls), { prepare: own, holds });
      await killAtEach(choose(await callsOf(lent), calls), { prepare: lent, holds: holdsForRoot });
      // What the next watcher finds when "go" was noted and its file never made.
      const unsaid: Prepare = async () => {
        const watched = await own();
        expect(await killedAt(watched, goFile(calls))).toBe(true);
        return watched;
      };
      await killAtEach(choose(await callsOf(unsaid), calls), { prepare: unsaid, holds });
    },
  );

  it("and the next one as well, somewhere", { timeout: long ? 3_600_000 : 300_000 }, async () => {
    const calls = await callsOf(own);
    expect(calls).not.toEqual([]);
    const chosen = long ? calls : calls.filter((_, index) => index % 12 === 6);
    for (const first of chosen) {
      const watched = await own();
      await killedAt(watched, first);
      await killedAt(watched, somewhere());
      await holds(watched);
    }
  });
});

function somewhere(): KillAt {
  const often = { write: 14, openat: 24, fsync: 8, link: 3, rename: 4, unlink: 4, connect: 3 };
  const names = Object.keys(often) as (keyof typeof often)[];
  const name = names[Math.floor(Math.random() * names.length)] ?? "write";
  return { name, ordinal: 1 + Math.floor(Math.random() * often[name]) };
}
