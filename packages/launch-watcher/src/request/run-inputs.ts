import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  createFileExclusive,
  holdDirectoryWithin,
  releaseDirectory,
  writeFileAtomic,
  type HeldDirectory,
} from "@retinue/contained-fs";
import { promptArgument } from "@retinue/engine-contract";
import type { Admitted } from "../admit/admit-request.ts";
import { contextFilePath, inputDirectory } from "../admit/hold-contexts.ts";
import { bridgeProgram } from "../models/bridge.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";

/** What the engine reads, as the container sees it. `argument` is the prompt for one that takes it on its command line. */
export const inputFiles = {
  directory: inputDirectory,
  config: "config.json",
  prompt: "prompt.txt",
  argument: "argument.txt",
  bridge: "bridge.mjs",
  /** Of Gemini CLI, which does not find out by itself that there is a key. */
  gemini: "gemini.json",
  /** There from when the run goes: its gate looks for it. */
  go: "go",
} as const;

/** Where the inputs of runs lie: beneath the private spool, readable once mounted. */
export function inputsDirectory(spool: string): string {
  return join(spool, "inputs");
}

/** The directory with what the engine reads, held by a descriptor until it is disposed of. */
export interface RunInputs extends Disposable {
  readonly directory: HeldDirectory;
}

/**
 * Writes what the engine reads.
 *
 * @param isKept Asked at the end: the inputs of a run that has gone stay until it is cleaned up. Others are written
 * anew by the next try; until then those of many requests would fill the spool.
 */
export function writeInputs(
  { spool, engine_prompt }: Pick<WatcherConfig, "spool" | "engine_prompt">,
  name: string,
  { config, prompt, contexts, models }: Pick<Admitted, "config" | "prompt" | "contexts" | "models">,
  isKept: () => boolean,
): RunInputs {
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
  if (models?.bridge === true) {
    write(inputFiles.bridge, bridgeProgram());
    write(inputFiles.gemini, JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }));
  }
  for (const [index, context] of contexts.entries()) {
    if ("file" in context) write(contextFilePath(index, context.file), context.file.bytes);
  }
  const held = holdDirectoryWithin(directory, "");
  return {
    directory: held,
    [Symbol.dispose]() {
      releaseDirectory(held);
      if (!isKept()) removeInputs(spool, name);
    },
  };
}

/**
 * Makes the file at which a gate opens, at one stroke and for good: whoever is left to see that. What runs behind
 * the gate can neither make it nor take it away.
 */
export function createGoFile(spool: string, name: string): void {
  createFileExclusive(goFile(spool, name), "", { mode: 0o644, durable: false });
}

/** Whether there is one. As long as this machine has not started anew, a run without it never ran. */
export function hasGoFile(spool: string, name: string): boolean {
  return existsSync(goFile(spool, name));
}

function goFile(spool: string, name: string): string {
  return join(inputsDirectory(spool), name, inputFiles.go);
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
