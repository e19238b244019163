import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = process.env["RETINUE_TEST_CACHE"] ?? join(homedir(), ".cache/retinue-test");

/** MassGen's Python, where scripts/clients/install-massgen.sh has put it. */
export const massgenPython = join(cache, "massgen/bin/python");

/**
 * Why what needs MassGen is skipped; undefined when it is there. Skipped even where everything has to be
 * there: a machine with Node and npm alone has no Python.
 */
export function noMassgen(): string | undefined {
  if (existsSync(massgenPython)) return undefined;
  return `MassGen is not installed: run scripts/clients/install-massgen.sh (${massgenPython})`;
}

/** A directory with a `uv` that runs an engine of ours for `uv run massgen`. */
export function uvFor(engine: string, directory: string): string {
  const bin = join(directory, "bin");
  mkdirSync(bin);
  const script = `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${engine}" "$@"\n`;
  writeFileSync(join(bin, "uv"), script, { mode: 0o755 });
  return bin;
}
