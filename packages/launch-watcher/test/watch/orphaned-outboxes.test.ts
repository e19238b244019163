import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimRequest, closeExchange, mark, openExchange } from "@retinue/delegation-protocol/host";
import { eventually } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWatcher, type WatcherEvent } from "../../src/index.ts";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox, type LeftOutbox } from "../watched-outbox.ts";
import { killed, watcherProcess } from "../watcher-process.ts";

const script = "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo said";

/** A watcher of the same spool whose configuration has another outbox instead, in which this lies. */
async function withoutIt(
  { config, directory }: LeftOutbox,
  { roots, asks }: { roots?: string[]; asks?: { subagent_id: string } } = {},
) {
  const events: WatcherEvent[] = [];
  const other = join(directory, "other");
  mkdirSync(join(other, "workspaces"), { recursive: true });
  mkdirSync(join(other, "outbox"));
  if (asks) writeFileSync(join(other, `outbox/request_${asks.subagent_id}.json`), JSON.stringify(asks));
  const outboxes = config.outboxes.map((outbox) => ({
    ...outbox,
    name: "other",
    directory: join(other, "outbox"),
    workspace_roots: roots ?? [join(other, "workspaces")],
  }));
  const watcher = await startWatcher({ config: { ...config, outboxes }, log: (event) => events.push(event) });
  onTestFinished(() => watcher.stop("leave"));
  return { watcher, events, response: join(other, "outbox/response_r.json") };
}

/** The workspace of a request that had come as far as that it was lent to the child's user. */
function lent({ workspace, config, outbox, workspaces, ...watched }: LeftOutbox): string {
  const { unprivileged_uid: uid } = config;
  const directory = workspace("r", uid);
  const exchange = openExchange({ outbox, spool: join(config.spool, "outboxes/parent") });
  watched.put(watched.request("r"));
  const claim = claimRequest(exchange, "r");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  mark(exchange, claim.entry, "lent", workspaces);
  closeExchange(exchange);
  return directory;
}

onEachEngine("an outbox that is taken out of the configuration", ({ parentUid, newOutbox }) => {
  it("costs no run its answer, which waits in the spool, and no parent its workspace", async () => {
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", script] });
    const workspace = watched.workspace("r", parentUid);
    const first = watcherProcess(watched);
    watched.put(watched.request("r"));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    await killed(first);
    const { watcher, events } = await withoutIt(watched);
    expect(events.find(({ event }) => event === "outbox_orphaned")).toMatchObject({
      level: "warn",
      outbox: "parent",
      open: 1,
      running: 1,
      remedy: expect.stringContaining("Configure it again"),
    });
    writeFileSync(join(workspace, "finish"), "");
    await watcher.stop("wait");
    expect(events.find(({ event }) => event === "decided")).toMatchObject({ outbox: "parent", exit_code: 0 });
    for (const name of ["", "ran"]) expect(lstatSync(join(workspace, name)).uid).toBe(parentUid);
    expect(await watched.left()).toEqual([]);
    expect(readdirSync(watched.outbox).filter((name) => name !== "watcher.alive")).toEqual([
      "receipt_r.json",
    ]);
    await watched.start();
    expect(await watched.response("r")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });
});

describe.skipIf(noEngine !== undefined)(`what was lent of such an outbox${skipped}`, () => {
  it("is given back, and its request begins when the outbox is configured again", async () => {
    const watched = await watchedOutbox({ engine_command: ["/bin/sh", "-c", "echo said"] });
    const workspace = lent(watched);
    const { watcher, events } = await withoutIt(watched);
    await watcher.answerPending();
    expect(lstatSync(workspace).uid).toBe(0);
    await watcher.stop("wait");
    expect(events.some(({ event }) => event === "decided")).toBe(false);
    await watched.start();
    expect(await watched.response("r")).toMatchObject({ status: "completed" });
  });

  it("is entered by nobody else while it is given back", async () => {
    const watched = await watchedOutbox({ engine_command: ["/bin/sh", "-c", "echo said"] });
    const workspace = lent(watched);
    const asks = watched.request("r");
    const { watcher, response } = await withoutIt(watched, { roots: [watched.workspaces], asks });
    await watcher.answerPending();
    expect(JSON.parse(readFileSync(response, "utf8"))).toMatchObject({
      status: "error",
      stderr_tail: expect.stringContaining("overlaps"),
    });
    expect(lstatSync(workspace).uid).toBe(0);
  });
});
