// A program that awaits a result and has nothing else to do.
import { createSubagentManager } from "@retinue/runtime";

const [options, task] = JSON.parse(process.argv[2] as string) as [never, never];
const spawned = await createSubagentManager(options).spawn(task);
console.log((await spawned.result).answer);
