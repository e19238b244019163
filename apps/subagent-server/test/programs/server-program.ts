import { existsSync } from "node:fs";
import { join } from "node:path";

/** The built program, as users start it. */
export const serverProgram = join(import.meta.dirname, "../../dist/main.js");
if (!existsSync(serverProgram)) throw new Error(`${serverProgram} is missing: build the repository first`);

/** How a client starts it over a workspace. The SDK's own choice of variables leaves the tests' state home out. */
export function serverParameters(workspace: string) {
  const program = { command: process.execPath, args: [serverProgram], cwd: workspace };
  return { ...program, env: testEnvironment(), stderr: "inherit" as const };
}

/** The environment of the test, as a client's transport takes it. */
export function testEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The built `retinue`, beside which the server works. */
export const retinueProgram = join(import.meta.dirname, "../../../cli/dist/main.js");
