import { temporaryDirectory } from "@retinue/testkit";
import { existsSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { addToTally, beginTally, readTally } from "../../src/budget/budget-tally.ts";
import { removeActive, writeActive } from "../../src/own/active-index.ts";
import { registerOwner } from "../../src/own/owner.ts";
import { createStateDirectory, type StateDirectory } from "../../src/own/state-directory.ts";

const usage = { tokens: 1000, cost: 0.5 };
const run = { subagent_id: "a", run: 1 };

function owned() {
  const state = createStateDirectory(temporaryDirectory());
  const owner = registerOwner(state.owners);
  onTestFinished(() => owner.release());
  return { state, owner };
}

function noteOpen({ active }: StateDirectory, subagent_id: string): void {
  writeActive(active, { subagent_id, run: 1, log_path: "/log", owner: "gone", launched: true });
}

test("a run is counted once, though the kill came before its note said that it had ended", () => {
  const { state } = owned();
  noteOpen(state, "a");
  addToTally(state, run, usage);
  addToTally(state, run, usage);
  expect(readTally(state)).toMatchObject({ cost: 0.5, tokens: 1000, counted: ["a#1"] });
  removeActive(state.active, "a");
  addToTally(state, { subagent_id: "b", run: 1 }, { tokens: 0, cost: 0 });
  // What is not open any more is never asked about again.
  expect(readTally(state)).toMatchObject({ cost: 0.5, tokens: 1000, counted: ["b#1"] });
});

test("a tally begins anew with a server that finds nothing going on, and with no other", () => {
  const { state, owner } = owned();
  addToTally(state, run, usage);
  noteOpen(state, "b");
  beginTally(state, owner.id);
  expect(readTally(state).tokens).toBe(1000);
  removeActive(state.active, "b");
  const other = registerOwner(state.owners);
  beginTally(state, owner.id);
  expect(readTally(state).tokens).toBe(1000);
  other.release();
  beginTally(state, owner.id);
  expect([readTally(state).tokens, existsSync(state.budget)]).toEqual([0, false]);
});

test("what cannot be read is not taken for nothing", () => {
  const { state } = owned();
  writeFileSync(state.budget, "{");
  expect(() => readTally(state)).toThrow(/^What was spent so far cannot be read from .*budget\.json/);
});
