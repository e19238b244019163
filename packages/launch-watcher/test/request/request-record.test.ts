import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isMarked, mark, openExchange, closeExchange } from "@retinue/delegation-protocol/host";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { RequestRecord } from "../../src/request/request-record.ts";

const entry = { subagentId: "a", requestId: "r" };
const directory = { device: 7, inode: 9 };

/** A run that is at its gate. */
function atItsGate() {
  const base = temporaryDirectory();
  mkdirSync(join(base, "outbox"));
  const spool = join(base, "spool");
  const records = openExchange({ outbox: join(base, "outbox"), spool: join(spool, "outboxes/one") });
  onTestFinished(() => closeExchange(records));
  const record = new RequestRecord({ config: { spool }, launcher: "l" }, { name: "one", records }, entry);
  const inputs = join(spool, "inputs", record.name);
  mkdirSync(inputs, { recursive: true });
  return { records, record, inputs, noted: () => isMarked(records, entry, "go") };
}

it("a note of a run that went is never revoked, and it is known where it went", () => {
  const { record, noted } = atItsGate();
  record.noteGo(directory);
  expect([record.revokeGo(), noted()]).toEqual([false, true]);
  expect(record.wentIn).toMatchObject(directory);
});

it("one whose file was never made is revoked", () => {
  const { record, noted, inputs } = atItsGate();
  record.noteGo(directory);
  rmSync(join(inputs, "go"));
  expect([record.revokeGo(), noted()]).toEqual([true, false]);
});

it.each([
  ["in an earlier start of the machine", "another-start 7 9"],
  ["by a watcher that noted nothing with it", ""],
])("one that was noted %s is not: a file that is missing proves nothing then", (_when, note) => {
  const { records, record, noted } = atItsGate();
  mark(records, entry, "go", note);
  expect([record.revokeGo(), noted()]).toEqual([false, true]);
});
