// A server in a process of its own: spawns the tasks it is given and stays until it is killed.
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import type { SubagentTask } from "../../src/contract/subagent-task.ts";
import { createSubagentManager } from "../../src/manage/create-subagent-manager.ts";

process.once("message", async ([options, tasks]: [SubagentManagerOptions, SubagentTask[]]) => {
  // Only delegated asks, and a function cannot be sent.
  const manager = createSubagentManager({ ...options, isContainer: () => true });
  const spawned = await manager.spawnParallel(tasks);
  process.send?.(spawned.map(({ subagent_id }) => subagent_id));
  setInterval(() => {}, 1_000);
});
