import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../src/index.ts";
import { notesIn, notesLeft } from "../../src/state-home/notes-left.ts";

test("a test has a state home that is not its user's", () => {
  const { XDG_STATE_HOME: own } = process.env;
  expect(own).toMatch(/\/retinue-state-[^/]+$/);
});

test("what tests noted in an index is named; what was there, and what its user noted meanwhile, is not", () => {
  const index = join(temporaryDirectory(), "workspaces");
  expect(notesLeft(index, notesIn(index), ["/tmp/of-tests"])).toEqual([]);
  mkdirSync(index);
  const note = (name: string, workspace: string) =>
    writeFileSync(join(index, `${name}.json`), JSON.stringify({ version: 1, workspace }));
  note("earlier", "/tmp/retinue-earlier");
  const before = notesIn(index);
  note("users", "/home/me/project");
  writeFileSync(join(index, "half.json"), "{");
  note("other-run", "/tmp/of-tests-of-others/ws");
  note("stray", "/tmp/of-tests/ws");
  expect(notesLeft(index, before, ["/tmp/of-tests"])).toEqual(["/tmp/of-tests/ws"]);
});
