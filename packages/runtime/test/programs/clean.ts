// Cleans a workspace in a process of its own, which is killed at any instant.
import { createSubagentManager, type SubagentManagerOptions } from "@retinue/runtime";

process.once("message", async (options: SubagentManagerOptions) => {
  const manager = createSubagentManager(options);
  await manager.list();
  process.send?.("begins");
  await manager.clean({ dryRun: false });
  process.disconnect();
  await manager.close();
});
