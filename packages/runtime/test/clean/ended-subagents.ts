import type { RunRecord } from "@retinue/engine-contract";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { registryPath, type RegistryRow } from "../../src/record/registry.ts";
import { managerOf, script } from "../manage/workspace.ts";

export interface Registry {
  subagents: RegistryRow[];
}

export function registryOf(workspace: string): Registry {
  return JSON.parse(readFileSync(registryPath(workspace), "utf8")) as Registry;
}

/** A subagent that has run and was had, and copies of all that it left; their ids. */
export async function endedSubagents(options: SubagentManagerOptions, copies: number): Promise<string[]> {
  const manager = managerOf(options);
  const spawned = await manager.spawn({ task: script({ output: "Done." }), subagent_id: "first" });
  await spawned.result;
  await manager.acknowledge([spawned]);
  await expect.poll(() => registryOf(options.workspace).subagents[0]?.["status"]).toBe("completed");
  await manager.close();
  const { workspace } = options;
  const registry = registryOf(workspace);
  const [row] = registry.subagents as [RegistryRow];
  const logPath = String(row["log_path"]);
  const ids = Array.from({ length: copies }, (_, index) => `copy_${index + 1}`);
  for (const id of ids) {
    const renamed = (text: string) => text.replaceAll("/subagents/first", `/subagents/${id}`);
    const log = renamed(logPath);
    cpSync(logPath, log, { recursive: true, verbatimSymlinks: true });
    cpSync(join(workspace, "subagents/first"), join(workspace, "subagents", id), { recursive: true });
    const record = JSON.parse(renamed(readFileSync(join(log, "run.json"), "utf8"))) as RunRecord;
    writeFileSync(join(log, "run.json"), JSON.stringify({ ...record, subagent_id: id }));
    registry.subagents.push({
      ...row,
      subagent_id: id,
      log_path: log,
      workspace: renamed(String(row["workspace"])),
    });
  }
  writeFileSync(registryPath(workspace), JSON.stringify(registry));
  return ["first", ...ids];
}
