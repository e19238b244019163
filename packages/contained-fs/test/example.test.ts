import { join } from "node:path";
import { expect, test } from "vitest";
import { readFileWithin, resolveLinkWithin, withRoot, writeFileAtomic } from "../src/index.ts";
import { temporaryTree } from "./temporary-tree.ts";

test("the example of the README", () => {
  const logDirectory = temporaryTree({ "full_logs/status.json": "{}" });
  // #region example
  const status = withRoot(logDirectory, (root) => {
    const logs = resolveLinkWithin(root, "full_logs");
    return readFileWithin(root, `${logs}/status.json`, { maxBytes: 16_000_000 }).bytes.toString();
  });
  writeFileAtomic(join(logDirectory, "copy.json"), status);
  // #endregion
  const copy = withRoot(logDirectory, (root) => readFileWithin(root, "copy.json", { maxBytes: 10 }));
  expect(copy.bytes.toString()).toBe("{}");
});
