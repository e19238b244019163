import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { closeExchange, isMarked, mark, openExchange } from "@retinue/delegation-protocol/host";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { containerName } from "../../src/contain/container-identity.ts";
import { letGo, takeBack, wentIn } from "../../src/watch/let-go.ts";

const entry = { subagentId: "a", requestId: "r" };
const directory = { device: 7, inode: 9 };

/** A run that is at its gate. */
function atItsGate() {
  const base = temporaryDirectory();
  mkdirSync(join(base, "outbox"));
  const spool = join(base, "spool");
  const exchange = openExchange({ outbox: join(base, "outbox"), spool: join(spool, "outboxes/one") });
  onTestFinished(() => closeExchange(exchange));
  const host = { config: { spool }, launcher: "l" } as Parameters<typeof letGo>[0];
  const outbox = { config: { name: "one", workspace_roots: [] }, exchange };
  const inputs = join(spool, "inputs", containerName("l", "one", entry));
  mkdirSync(inputs, { recursive: true });
  const goes = () => letGo(host, outbox, entry, directory);
  const noted = () => isMarked(exchange, entry, "go");
  return { exchange, outbox, inputs, goes, noted, back: () => takeBack(host, outbox, entry) };
}

it("a run that was let go is never taken back, and it is known where it went", () => {
  const { goes, back, noted, outbox } = atItsGate();
  goes();
  expect([back(), noted()]).toEqual([false, true]);
  expect(wentIn(outbox, entry)).toMatchObject(directory);
});

it("one whose word was never said is taken back", () => {
  const { goes, back, noted, inputs } = atItsGate();
  goes();
  rmSync(join(inputs, "go"));
  expect([back(), noted()]).toEqual([true, false]);
});

it.each([
  ["in an earlier start of the machine", "another-start 7 9"],
  ["by a watcher that noted nothing with it", ""],
])("one that was noted %s is not: a word that is missing proves nothing then", (_when, note) => {
  const { exchange, back, noted } = atItsGate();
  mark(exchange, entry, "go", note);
  expect([back(), noted()]).toEqual([false, true]);
});
