import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newResponse } from "@retinue/delegation-protocol";
import {
  claimRequest,
  closeExchange,
  decide,
  openExchange,
  publish,
  type SpoolEntry,
} from "@retinue/delegation-protocol/host";
import { eventually } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran; echo said"];

/** Runs to where the response could not be published. */
async function unpublished(watched: WatchedOutbox): Promise<void> {
  const failures = () => watched.events.filter(({ event }) => event === "unpublished");
  await eventually("it is tried", () => failures().length > 0, 60);
  expect(failures()[0]).toMatchObject({ level: "error", subagent_id: "a" });
}

/** What there is once it is published. */
async function published(watched: WatchedOutbox) {
  const path = join(watched.outbox, "response_a.json");
  await eventually("it is published", () => existsSync(path) && readFileSync(path, "utf8") !== "", 60);
  const { status, stdout_tail } = await watched.response("a");
  const ran = readFileSync(join(watched.workspaces, "a/ran"), "utf8");
  return { status, stdout_tail, ran, left: await watched.left() };
}

const well = { status: "completed", stdout_tail: "said\n", ran: "x\n", left: [] };

describe.skipIf(noEngine !== undefined)(`a response that cannot be published${skipped}`, () => {
  it("attack 14: is published by the same watcher once the directory in its place is gone", async () => {
    const watched = await watchedOutbox({ engine_command });
    watched.workspace("a");
    const inTheWay = join(watched.outbox, "response_a.json");
    mkdirSync(join(inTheWay, "full"), { recursive: true });
    await watched.start();
    watched.put(watched.request("a"));
    await unpublished(watched);
    rmSync(inTheWay, { recursive: true });
    expect(await published(watched)).toEqual(well);
  });

  it("attack 14: is tried again without another word, and given when its request is put again", async () => {
    const watched = await watchedOutbox({ engine_command });
    watched.workspace("a");
    const inTheWay = join(watched.outbox, "response_a.json");
    mkdirSync(join(inTheWay, "full"), { recursive: true });
    const watcher = await watched.start();
    const request = watched.request("a");
    watched.put(request);
    await unpublished(watched);
    // Each try takes the cancel away.
    for (const once of ["once", "twice"]) {
      writeFileSync(join(watched.outbox, "cancel_a"), "");
      await eventually(`it is tried ${once}`, () => !existsSync(join(watched.outbox, "cancel_a")));
    }
    expect(watched.events.filter(({ event }) => event === "unpublished")).toHaveLength(1);
    expect(await watcher.answerPending()).toMatchObject({ pending: [{ subagentId: "a", stage: "decided" }] });
    rmSync(inTheWay, { recursive: true });
    watched.put(request);
    await watcher.answerPending();
    expect(await published(watched)).toEqual(well);
  });

  it("attack 18: is published by the same watcher once a full outbox has room again", async () => {
    const watched = await watchedOutbox({ engine_command });
    watched.workspace("a");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", watched.outbox]);
    onTestFinished(() => void execFileSync("umount", ["-l", watched.outbox]));
    await watched.start();
    watched.put(watched.request("a"));
    await eventually("it was claimed", () => watched.events.some(({ event }) => event === "claimed"));
    const filler = join(watched.outbox, "filler");
    fill(filler);
    await unpublished(watched);
    rmSync(filler);
    expect(await published(watched)).toEqual(well);
  });

  it("is not put in the place of a later answer to its subagent by the next watcher", async () => {
    const watched = await watchedOutbox();
    const spool = join(watched.config.spool, "outboxes/parent");
    const exchange = openExchange({ outbox: watched.outbox, spool });
    const [earlier, later] = ["earlier", "later"].map((task) => {
      watched.put(watched.request("a", { task }));
      const claim = claimRequest(exchange, "a");
      if (claim.outcome !== "claimed") throw new Error(claim.outcome);
      decide(exchange, claim.entry, newResponse(claim.entry, { status: "cancelled" }, new Date()));
      return claim.entry;
    }) as [SpoolEntry, SpoolEntry];
    publish(exchange, later);
    closeExchange(exchange);
    const watcher = await watched.start();
    expect(await watcher.answerPending()).toEqual({ pending: [], unclaimed: 0 });
    expect(await watched.response("a")).toMatchObject({ request_id: later.requestId });
    watched.put(watched.request("a", { task: "earlier", request_id: earlier.requestId }));
    await watcher.answerPending();
    expect(await watched.response("a")).toMatchObject({ request_id: earlier.requestId });
  });

  it("a directory instead of the cancel does not keep it back", async () => {
    const watched = await watchedOutbox({ engine_command });
    watched.workspace("a");
    const held = join(watched.outbox, "cancel_a");
    const watcher = await watched.start();
    watched.put(watched.request("a", { task: "one" }));
    mkdirSync(join(held, "full"), { recursive: true });
    await watched.response("a");
    await watcher.answerPending();
    expect(await watched.left()).toEqual([]);
  });
});

function fill(path: string): void {
  const page = Buffer.alloc(4096);
  try {
    for (;;) writeFileSync(path, page, { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
