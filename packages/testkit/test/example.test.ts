import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually, temporaryDirectory, verifies } from "../src/index.ts";

test("the example of the README", async () => {
  expect.assertions(1);
  const directory = temporaryDirectory();
  // #region example
  const name = `a tie goes to the agent registered first ${verifies("RECOVER-VOTING")}`;
  writeFileSync(join(directory, "answer.txt"), "done");
  await eventually("the answer", () => existsSync(join(directory, "answer.txt")));
  // #endregion
  expect(name).toContain("[RECOVER-VOTING]");
});
