import type { ParentConfig } from "@retinue/coordination-config";
import type { Engine } from "@retinue/runtime";
import { engineProgram } from "../engine-program.ts";

/** The engine that a configuration names; ours when it names none. */
export function engineOf({ retinue }: ParentConfig): Engine {
  if (retinue?.engine === "massgen") return { kind: "massgen", command: ["massgen"] };
  return { kind: "retinue-child", command: [process.execPath, engineProgram()] };
}
