import { isRetinueError } from "@retinue/errors";
import { wrongCalls } from "@retinue/testkit";
import { expect, test } from "vitest";
import * as host from "../src/host/index.ts";
import * as exported from "../src/index.ts";
import * as parent from "../src/parent/index.ts";

test("wrong arguments are refused with an error of ours, never a TypeError", async () => {
  // The host's other functions take what `openExchange` has opened.
  const { openExchange } = host;
  const calls = await wrongCalls({ ...exported, ...parent, openExchange });
  expect(calls).not.toEqual([]);
  expect(calls.filter(({ thrown }) => !isRetinueError(thrown))).toEqual([]);
});
