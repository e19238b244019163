import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  createFileExclusive,
  holdDirectoryWithin,
  writeFileAtomic,
  type HeldDirectory,
} from "@retinue/contained-fs";
import { promptArgument } from "@retinue/engine-contract";
import type { Admitted } from "../admit/admit-request.ts";
import { contextFilePath, inputDirectory } from "../admit/hold-contexts.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";

/** What the engine reads, as the container sees it. `argument` is the prompt for one that takes it on its command line. */
export const inputFiles = {
  directory: inputDirectory,
  config: "config.json",
  prompt: "prompt.txt",
  argument: "argument.txt",
  /** There from when the run is let go: its gate looks for it. */
  word: "go",
} as const;

/** Where the inputs of runs lie: beneath the private spool, readable once mounted. */
export function inputsDirectory(spool: string): string {
  return join(spool, "inputs");
}

/** Writes what the engine reads, and holds its directory. */
export function writeInputs(
  { spool, engine_prompt }: Pick<WatcherConfig, "spool" | "engine_prompt">,
  name: string,
  { config, prompt, contexts }: Pick<Admitted, "config" | "prompt" | "contexts">,
): HeldDirectory {
  const directory = join(inputsDirectory(spool), name);
  const write = (file: string, data: string | Uint8Array) => {
    makeReadable(join(directory, dirname(file)), directory);
    // Not durable: after a power cut they are written again, with their container.
    writeFileAtomic(join(directory, file), data, { mode: 0o644, durable: false });
  };
  write(inputFiles.config, JSON.stringify(config, null, 2));
  write(inputFiles.prompt, prompt);
  if (engine_prompt === "argument") {
    write(inputFiles.argument, promptArgument(prompt, `${inputFiles.directory}/${inputFiles.prompt}`));
  }
  for (const [index, context] of contexts.entries()) {
    if ("file" in context) write(contextFilePath(index, context.file), context.file.bytes);
  }
  return holdDirectoryWithin(directory, "");
}

/**
 * Lets a run go, at one stroke and for good: from here on its gate opens, whoever is left to see that. What runs
 * behind the gate can neither make the word nor take it away.
 */
export function sayWord(spool: string, name: string): void {
  createFileExclusive(wordOf(spool, name), "", { mode: 0o644, durable: false });
}

/** Whether a run was let go. As long as this machine has not started anew, one that was not never ran. */
export function isWordSaid(spool: string, name: string): boolean {
  return existsSync(wordOf(spool, name));
}

function wordOf(spool: string, name: string): string {
  return join(inputsDirectory(spool), name, inputFiles.word);
}

/** Makes a directory and those above it up to `top`, for the child's user to enter whatever the umask is. */
function makeReadable(directory: string, top: string): void {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  if (directory !== top) makeReadable(dirname(directory), top);
}

/** Only the watcher writes there, so that removing it follows nobody's links. */
export function removeInputs(spool: string, name: string): void {
  rmSync(join(inputsDirectory(spool), name), { recursive: true, force: true });
}
