import { join } from "node:path";
import type { ServerStart } from "../world/connection.ts";

/** Modules of `preload/`: each changes what a node program finds in place of node's own. */
export type Preload = "clock" | "forget" | "supervisor" | "watches";

/** A server that loads one of them first. It is told what to do by a variable of its name. */
export function preloaded(start: ServerStart, name: Preload, order: object): ServerStart {
  const module = join(import.meta.dirname, `../preload/${name}.ts`);
  return {
    ...start,
    args: ["--import", module, ...start.args],
    env: { ...start.env, [`FAULTS_${name.toUpperCase()}`]: JSON.stringify(order) },
  };
}
