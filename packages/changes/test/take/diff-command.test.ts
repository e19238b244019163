import type { Changes } from "@retinue/status-model";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diffCommand } from "../../src/index.ts";
import { aClone, aRepository, environment, writeFiles } from "../a-repository.ts";

test("the user's git shows the changes, also when a hook of another repository calls", async () => {
  const [repository, other] = [aRepository({ a: "a\n" }), aRepository({ other: "other\n" })];
  const clone = await aClone(repository);
  writeFiles(clone.tree, { a: "b\n" });
  const changes = (await clone.collect()) as Changes;
  const hooked = {
    ...environment,
    GIT_DIR: join(other, ".git"),
    GIT_INDEX_FILE: join(other, ".git/index"),
    GIT_OBJECT_DIRECTORY: join(other, ".git/objects"),
  };
  const shown = await diffCommand({ changes, plain: true, environment: hooked });
  const said = execFileSync(shown.command, shown.args, {
    cwd: shown.cwd,
    env: shown.environment,
    stdio: "pipe",
  });
  expect(said.toString()).toContain("-a\n+b\n");
});
