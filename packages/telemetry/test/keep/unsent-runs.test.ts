import { temporaryDirectory } from "@retinue/testkit";
import { globSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UnsentRuns, type UnsentRun } from "../../src/keep/unsent-runs.ts";

const run = { subagentId: "review", run: 1, logPath: "/logs/review" };
const notes = (workspace: string) => globSync(".massgen/retinue/unsent/**/*.json", { cwd: workspace });

async function othersOf(unsent: UnsentRuns): Promise<UnsentRun[]> {
  const found: UnsentRun[] = [];
  await unsent.ofOthers(async (each) => void found.push(...each));
  return found;
}

test("what a process has noted is its own for as long as it lives, and the next one's afterwards", async () => {
  const workspace = temporaryDirectory();
  using next = new UnsentRuns(workspace);
  {
    using first = new UnsentRuns(workspace);
    first.add(run);
    expect(first.own()).toMatchObject([run]);
    expect(await othersOf(first)).toEqual([]);
    expect(await othersOf(next)).toEqual([]);
  }
  const [left] = await othersOf(next);
  expect(left).toMatchObject(run);
  left?.forget();
  expect(await othersOf(next)).toEqual([]);
  expect(globSync(".massgen/retinue/unsent/*.lock", { cwd: workspace })).toEqual([]);
});

test("nothing is made before there is something to note", async () => {
  const workspace = temporaryDirectory();
  using unsent = new UnsentRuns(workspace);
  expect(await othersOf(unsent)).toEqual([]);
  expect(unsent.own()).toEqual([]);
  expect(globSync("**", { cwd: workspace })).toEqual(["."]);
});

test("what is older than a day, or no note, is given up", () => {
  const workspace = temporaryDirectory();
  using unsent = new UnsentRuns(workspace);
  unsent.add(run);
  const [path = ""] = notes(workspace);
  const day = 25 * 60 * 60;
  utimesSync(join(workspace, path), Date.now() / 1000 - day, Date.now() / 1000 - day);
  expect(unsent.own()).toEqual([]);
  expect(notes(workspace)).toEqual([]);
  unsent.add(run);
  writeFileSync(join(workspace, path), "{");
  expect(unsent.own()).toEqual([]);
  expect(notes(workspace)).toEqual([]);
});
