// In a user namespace of its own, where nothing can be watched: one call of a manager, and what it gave.
import { writeFileSync } from "node:fs";
import { createSubagentManager, type SubagentManagerOptions, type SubagentTask } from "@retinue/runtime";

type Call = { readonly spawn: SubagentTask } | { readonly cancel: string };

process.once("message", async ([options, call]: [SubagentManagerOptions, Call]) => {
  writeFileSync("/proc/sys/user/max_inotify_instances", "0");
  const manager = createSubagentManager(options);
  const result = await ("spawn" in call
    ? manager.spawn(call.spawn).then((spawned) => spawned.result)
    : manager.cancel(call.cancel));
  await manager.close();
  process.send?.(result);
  process.disconnect();
});
