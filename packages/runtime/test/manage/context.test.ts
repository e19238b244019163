import { childConfigPath, verifies } from "@retinue/testkit";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const fine = { task: script({ output: "done" }) };

/** What the children of these tasks may read, relative to the directory that holds everything. */
async function readable(tasks: readonly object[]): Promise<string[][]> {
  const options = scriptedOptions();
  const base = dirname(options.workspace);
  const temporaryWorkspace = join(base, "temp");
  mkdirSync(temporaryWorkspace);
  mkdirSync(join(options.workspace, "docs"));
  const contextPaths = [{ path: join(base, "project") }];
  const manager = managerOf({ ...options, temporaryWorkspace, contextPaths });
  const spawned = await manager.spawnParallel(tasks.map((task) => ({ ...fine, ...task })));
  const results = await Promise.all(spawned.map(({ result }) => result));
  return results.map(({ workspace }) => {
    expect(isAbsolute(workspace)).toBe(true);
    const text = readFileSync(childConfigPath(workspace), "utf8");
    const config = JSON.parse(text) as {
      orchestrator: { context_paths?: { path: string; permission: string }[] };
    };
    const paths = config.orchestrator.context_paths ?? [];
    expect(paths.every(({ permission }) => permission === "read")).toBe(true);
    return paths.map(({ path }) => path.replace(`${base}/`, ""));
  });
}

test(`a child is to read its parent's workspace and the reference directory unless its task says no ${verifies("CONTEXT-WORKSPACE")}`, async () => {
  expect(
    await readable([
      {},
      { include_parent_workspace: false },
      { include_temp_workspace: false, context_paths: ["docs"] },
    ]),
  ).toEqual([
    ["ws", "project", "temp"],
    ["project", "temp"],
    ["ws", "project", "ws/docs"],
  ]);
});
