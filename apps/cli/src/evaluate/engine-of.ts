import type { ParentConfig } from "@retinue/coordination-config";
import type { Engine } from "@retinue/runtime";
import { fileURLToPath } from "node:url";

/** The engine that a configuration names; ours, which is installed beside this program, when it names none. */
export function engineOf({ retinue }: ParentConfig): Engine {
  if (retinue?.engine === "massgen") return { kind: "massgen", command: ["massgen"] };
  const child = fileURLToPath(new URL("dist/main.js", import.meta.resolve("retinue-child/package.json")));
  return { kind: "retinue-child", command: [process.execPath, child] };
}
