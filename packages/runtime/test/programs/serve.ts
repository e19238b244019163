// A server in a process of its own: spawns the tasks it is given and stays until it is killed.
import { createSubagentManager, type SubagentManagerOptions, type SubagentTask } from "@retinue/runtime";

process.once("message", async ([options, tasks]: [SubagentManagerOptions, SubagentTask[]]) => {
  // Only delegated asks, and a function cannot be sent.
  const manager = createSubagentManager({ ...options, isContainer: () => true });
  const spawned = await manager.spawnParallel(tasks);
  process.send?.(spawned.map(({ subagentId }) => subagentId));
  setInterval(() => {}, 1_000);
});
