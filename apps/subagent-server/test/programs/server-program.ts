import { existsSync } from "node:fs";
import { join } from "node:path";

/** The built program, as users start it. */
export const serverProgram = join(import.meta.dirname, "../../dist/main.js");
if (!existsSync(serverProgram)) throw new Error(`${serverProgram} is missing: build the repository first`);

/** How a client starts it over a workspace. */
export function serverParameters(workspace: string) {
  return { command: process.execPath, args: [serverProgram], cwd: workspace, stderr: "inherit" as const };
}
