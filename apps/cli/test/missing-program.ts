import { spawnSync } from "node:child_process";

/**
 * Says for a test's name that a program is not on this machine; empty when it is. Where everything is required
 * (RETINUE_REQUIRE_ALL) a missing one is an error.
 */
export function missingProgram(name: string, versionFlag = "--version"): string {
  if (spawnSync(name, [versionFlag]).error === undefined) return "";
  if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(`${name} is not installed`);
  return ` (${name} is not installed)`;
}
