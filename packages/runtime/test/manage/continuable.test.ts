import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { registryPath } from "../../src/record/registry.ts";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

/** A registry of MassGen's with one subagent that it can continue. */
function writeRegistry(path: string, subagentId: string) {
  mkdirSync(dirname(path), { recursive: true });
  const row = { subagent_id: subagentId, status: "completed", session_id: "session_1", continuable: true };
  writeFileSync(path, JSON.stringify({ subagents: [row] }));
}

test("what is listed as continuable can be continued, and nothing else is", async () => {
  const options = scriptedOptions();
  const temporaryWorkspace = join(options.workspace, "../temp");
  writeRegistry(join(temporaryWorkspace, "bob/subagents/_registry.json"), "of-a-peer");
  writeRegistry(registryPath(options.workspace), "of-massgen");
  const manager = managerOf({ ...options, temporaryWorkspace });
  await (
    await manager.spawn({ task: script({ output: "One." }), subagent_id: "ours" })
  ).result;
  const listed = await manager.list();
  const continuable = Object.fromEntries(listed.map((row) => [row.subagent_id, row.continuable]));
  expect(continuable).toEqual({ "of-massgen": false, ours: true, "of-a-peer": false });
  for (const subagentId of ["of-massgen", "of-a-peer"]) {
    await expect(manager.continue(subagentId, "Go on.")).rejects.toMatchObject({ code: "UNKNOWN_SUBAGENT" });
  }
  const second = await manager.continue("ours", script({ output: "Two." }));
  expect(await second.result).toMatchObject({ status: "completed", answer: "Two." });
});
