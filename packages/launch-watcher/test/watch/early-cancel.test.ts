import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

const quick = { engine_command: ["sh", "-c", "echo ran > /workspace/ran"] };

describe.skipIf(noEngine !== undefined)(`a cancel that is there before its request${skipped}`, () => {
  it.each<[string, (at: string) => void]>([
    ["a file", (at) => writeFileSync(at, "")],
    ["a link to a file of the host", (at) => symlinkSync("/etc/passwd", at)],
    ["a link that leads nowhere", (at) => symlinkSync("/nowhere", at)],
    ["a FIFO", (at) => void execFileSync("mkfifo", [at])],
    ["a directory", (at) => mkdirSync(at)],
  ])("attack 23: %s counts when the request is claimed, though it is gone at once", async (_what, plant) => {
    const watched = await watchedOutbox(quick);
    const workspace = watched.workspace("a");
    const cancel = join(watched.outbox, "cancel_a");
    plant(cancel);
    watched.put(watched.request("a"));
    const watcher = await watched.start(({ event }) => {
      // After the claim, and before any further look at the outbox.
      if (event === "claimed") queueMicrotask(() => rmSync(cancel, { recursive: true, force: true }));
    });
    await watcher.answerPending();
    expect(await watched.response("a")).toMatchObject({ status: "cancelled" });
    expect(watched.events.some(({ event }) => event === "started")).toBe(false);
    expect(existsSync(join(workspace, "ran"))).toBe(false);
  });

  it.each<[string, (at: string, victim: string) => void]>([
    ["a link", (at, victim) => symlinkSync(victim, at)],
    ["a directory that is not empty", (at) => (mkdirSync(at), writeFileSync(join(at, "x"), ""))],
  ])("attack 23: %s as cancel is never opened, and stands in no answer's way", async (_what, plant) => {
    const watched = await watchedOutbox(quick);
    watched.workspace("a");
    const victim = join(temporaryDirectory(), "victim");
    writeFileSync(victim, "precious");
    plant(join(watched.outbox, "cancel_a"), victim);
    plant(join(watched.outbox, "cancel_unknown"), victim);
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    await watcher.answerPending();
    expect(await watched.response("a")).toMatchObject({ status: "cancelled" });
    expect(readFileSync(victim, "utf8")).toBe("precious");
  });

  it("attack 23: one that comes after the end changes nothing", async () => {
    const watched = await watchedOutbox(quick);
    watched.workspace("a");
    const watcher = await watched.start();
    const request = watched.request("a");
    watched.put(request);
    const first = await watched.response("a");
    writeFileSync(join(watched.outbox, "cancel_a"), "");
    watched.put(request);
    await watcher.answerPending();
    expect(first).toMatchObject({ status: "completed" });
    expect(await watched.response("a")).toEqual(first);
  });
});
