import { fileURLToPath } from "node:url";

/** Our engine: it is installed beside this program, as a dependency. */
export function engineProgram(): string {
  return fileURLToPath(new URL("dist/main.js", import.meta.resolve("retinue-child/package.json")));
}
