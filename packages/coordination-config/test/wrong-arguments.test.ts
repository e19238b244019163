import { isRetinueError } from "@retinue/errors";
import { wrongCalls } from "@retinue/testkit";
import { expect, test } from "vitest";
import * as exported from "../src/index.ts";

test("wrong arguments are refused with an error of ours, never a TypeError", async () => {
  const calls = await wrongCalls(exported);
  expect(calls).not.toEqual([]);
  expect(calls.filter(({ thrown }) => !isRetinueError(thrown))).toEqual([]);
});
