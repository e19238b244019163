import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { tryLock } from "../../src/index.ts";

test("a lock is held until it is released, whether or not its holder refers to it", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const path = join(temporaryDirectory(), "lock");
  const isTaken = () => tryLock(path) !== undefined;
  expect(isTaken()).toBe(true);
  for (let turn = 0; turn < 3; turn += 1) {
    collect();
    // What was collected is closed in a later turn.
    await nextTurn();
  }
  expect(isTaken()).toBe(false);
});
