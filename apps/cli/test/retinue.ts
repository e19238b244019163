import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const executable = join(import.meta.dirname, "../dist/main.js");

/** Runs the built executable as a person would. */
export function retinue(...argv: string[]) {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: build the app first`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [executable, ...argv], { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** The same as a user who owns nothing and may not pass over permissions. */
export function asNobody(...argv: string[]) {
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { status, stdout, stderr } = spawnSync(process.execPath, [executable, ...argv], {
    ...nobody,
    encoding: "utf8",
    env: { NODE_DISABLE_COMPILE_CACHE: "1" },
  });
  return { status, stdout, stderr };
}
