// A server in a process of its own: spawns the tasks it is given and stays until it is killed.
import { createSubagentManager } from "../../src/manage/create-subagent-manager.ts";

process.once("message", async ([options, tasks]: [never, never]) => {
  const manager = createSubagentManager(options);
  const spawned = await manager.spawnParallel(tasks);
  process.send?.(spawned.map(({ subagent_id }) => subagent_id));
  setInterval(() => {}, 1_000);
});
