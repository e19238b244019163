// A parent agent in a container, as a program: a JSON object as argument says what it does with its manager;
// what comes of it is printed as JSON, one object a line.
import { createSubagentManager, type SubagentManagerOptions, type SubagentTask } from "@retinue/runtime";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** What it does, in this order. */
export interface ParentOrders {
  readonly options: Omit<SubagentManagerOptions, "environment">;
  readonly spawn?: SubagentTask;
  /** Waits for the result of a parent before it. */
  readonly collect?: true;
  /** Written when progress was told for the first time. */
  readonly seen?: string;
}

/** One line that it prints. */
export type ParentWord =
  | { readonly progress: object }
  | { readonly result: object }
  | { readonly sees: readonly string[]; readonly read: number; readonly unreadable: readonly string[] };

const orders = JSON.parse(process.argv[2] ?? "{}") as ParentOrders;
const say = (word: ParentWord) => process.stdout.write(`${JSON.stringify(word)}\n`);
const { workspace } = orders.options;
const manager = createSubagentManager({ ...orders.options, environment: process.env });

if (orders.spawn !== undefined) {
  const run = await manager.spawn(orders.spawn);
  for await (const progress of run.progress()) {
    if (orders.seen !== undefined) writeFileSync(orders.seen, "");
    say({ progress });
  }
  say({ result: await run.result });
}
while (orders.collect === true) {
  const [collected] = await manager.unacknowledged();
  if (collected !== undefined) {
    say(collected);
    break;
  }
  await delay(100);
}
await manager.close();

const unreadable: string[] = [];
const files = readdirSync(workspace, { recursive: true, withFileTypes: true }).filter((each) =>
  each.isFile(),
);
for (const { parentPath, name } of files) {
  try {
    readFileSync(join(parentPath, name));
  } catch (error) {
    unreadable.push(`${join(parentPath, name)}: ${(error as Error).message}`);
  }
}
say({ sees: readdirSync(join(workspace, "..")), read: files.length - unreadable.length, unreadable });
