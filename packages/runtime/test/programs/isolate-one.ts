// A program that has one task run isolated, outside any container, and says how it came back.
import { createSubagentManager } from "@retinue/runtime";

const [options, task] = JSON.parse(process.argv[2] as string) as [never, never];
const manager = createSubagentManager({ ...(options as object), isContainer: () => false } as never);
const spawned = await manager.spawn(task);
console.log(JSON.stringify(await spawned.result));
await manager.close();
