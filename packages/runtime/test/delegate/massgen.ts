import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installedProgram } from "@retinue/testkit";

const massgen = installedProgram("massgen");

/** Why what needs MassGen is skipped; undefined when it is there. */
export const noMassgen = massgen.missing;

/** MassGen's Python. */
export const massgenPython = join(dirname(massgen.path), "python");

/** A directory with a `uv` that runs an engine of ours for `uv run massgen`. */
export function uvFor(engine: string, directory: string): string {
  const bin = join(directory, "bin");
  mkdirSync(bin);
  const script = `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${engine}" "$@"\n`;
  writeFileSync(join(bin, "uv"), script, { mode: 0o755 });
  return bin;
}
