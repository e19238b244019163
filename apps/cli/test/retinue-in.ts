import { installedProgram, temporaryDirectory, type ProgramName } from "@retinue/testkit";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const executable = join(import.meta.dirname, "../dist/main.js");

/** A person's machine: a home and a directory to work in, and these programs of the cache on PATH. */
export function person(...programs: ProgramName[]) {
  const home = temporaryDirectory("retinue-home-");
  const bin = join(home, "bin");
  const work = join(home, "work");
  // Codex makes no helpers beneath the temporary directory, in which this home would be.
  const TMPDIR = join(home, "tmp");
  for (const directory of [bin, work, TMPDIR]) mkdirSync(directory);
  symlinkSync(process.execPath, join(bin, "node"));
  for (const program of programs) symlinkSync(installedProgram(program).path, join(bin, program));
  return {
    home,
    bin,
    work,
    environment: { HOME: home, TMPDIR, PATH: `${bin}:/usr/bin:/bin` } as Record<string, string>,
  };
}

/** Runs the built `retinue` on that machine. */
export function retinueIn(
  { work, environment }: ReturnType<typeof person>,
  args: readonly string[],
  added: Readonly<Record<string, string>> = {},
) {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: build the app first`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [executable, ...args], {
    cwd: work,
    encoding: "utf8",
    env: { ...environment, ...added },
  });
  return { status, stdout, stderr };
}

/** The same for a test that serves something meanwhile; `environment` is all that it gets. */
export async function startRetinueIn(
  { work }: ReturnType<typeof person>,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const child = spawn(process.execPath, [executable, ...args], {
    cwd: work,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, stdout };
}
