import { isRetinueError } from "@retinue/errors";
import { wrongCalls } from "@retinue/testkit";
import { expect, test } from "vitest";
import * as exported from "../src/index.ts";
import { managerOf, scriptedOptions } from "./manage/workspace.ts";

test("wrong arguments are refused with an error of ours, never a TypeError", async () => {
  const calls = await wrongCalls(exported);
  expect(calls).not.toEqual([]);
  expect(calls.filter(({ thrown }) => !isRetinueError(thrown))).toEqual([]);
});

test("the same of a manager's methods", async () => {
  const manager = managerOf(scriptedOptions());
  const calls = await wrongCalls({ ...manager }, ["close", "onFinished", "list", "unacknowledged"]);
  const called = new Set(calls.map(({ call }) => call.split("(")[0]));
  expect([...called].toSorted()).toEqual([
    "acknowledge",
    "applyChanges",
    "cancel",
    "changes",
    "clean",
    "continue",
    "result",
    "run",
    "send",
    "spawn",
    "spawnParallel",
    "status",
    "wait",
    "watch",
  ]);
  expect(calls.filter(({ thrown }) => !isRetinueError(thrown))).toEqual([]);
  expect(await manager.list()).toEqual([]);
});
