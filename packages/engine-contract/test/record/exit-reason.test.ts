import { expect, test } from "vitest";
import { exitReason } from "../../src/index.ts";

test.for([
  [-1, /host did not run it/],
  [1, /exited with code 1$/],
  [126, /could not be executed/],
  [127, /was not found/],
  [137, /killed by signal 9 \(exit code 137\)/],
] as const)("exit code %i", ([code, reason]) => {
  expect(exitReason(code)).toMatch(reason);
});
