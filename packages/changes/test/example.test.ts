import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { collectChanges, prepareChanges } from "../src/index.ts";
import { aRepository, environment } from "./a-repository.ts";

test("the example of the README", async () => {
  const repository = aRepository({ "a.txt": "a\n" });
  const [log, workspace] = [temporaryDirectory(), temporaryDirectory()];
  // #region example
  const directory = join(log, "changes");
  const trees = [{ path: join(workspace, "project"), root: workspace }];
  const staging = join(workspace, "staging");
  await prepareChanges({ path: repository, directory, trees, staging, environment });
  // The subagent works in the tree, and ends in whatever way.
  writeFileSync(join(workspace, "project", "a.txt"), "changed\n");
  const changes = await collectChanges({ directory, subagentId: "scout", environment });
  // #endregion
  expect(changes).toMatchObject({
    branch: "retinue/scout",
    files: 1,
    merges: [{ branch: "HEAD", clean: true }],
  });
});
