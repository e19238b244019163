import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { holdDirectoryWithin, writeFileAtomic, type HeldDirectory } from "@retinue/contained-fs";
import type { ChildConfig } from "@retinue/engine-contract";

/** Where the inputs of runs lie: beneath the private spool, readable once mounted. */
export function inputsDirectory(spool: string): string {
  return join(spool, "inputs");
}

/** Writes what the engine reads, and holds its directory. */
export function writeInputs(
  spool: string,
  name: string,
  { config, task }: { config: ChildConfig; task: string },
): HeldDirectory {
  const directory = join(inputsDirectory(spool), name);
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  writeFileAtomic(join(directory, "config.json"), JSON.stringify(config, null, 2), { mode: 0o644 });
  writeFileAtomic(join(directory, "prompt.txt"), task, { mode: 0o644 });
  return holdDirectoryWithin(directory, "");
}

/** Only the watcher writes there, so that removing it follows nobody's links. */
export function removeInputs(spool: string, name: string): void {
  rmSync(join(inputsDirectory(spool), name), { recursive: true, force: true });
}
