import { chmodSync, existsSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  createFileExclusive,
  holdDirectoryWithin,
  readText,
  releaseDirectory,
  writeFileAtomic,
  type HeldDirectory,
} from "@retinue/contained-fs";
import type { Records } from "@retinue/delegation-protocol/host";
import { promptArgument } from "@retinue/engine-contract";
import { bridgeFile, type NetworkModels } from "@retinue/model-broker";
import type { Admitted } from "../admit/admit-request.ts";
import { contextFilePath, inputDirectory } from "../admit/hold-contexts.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";

/** What the engine reads, as the container sees it. `argument` is the prompt for one that takes it on its command line. */
export const inputFiles = {
  directory: inputDirectory,
  config: "config.json",
  prompt: "prompt.txt",
  argument: "argument.txt",
  bridge: "bridge.mjs",
  /** How its bridge finds a broker on another machine, and its token: of this run alone, and in nothing of its Job. */
  network: "models.json",
  /** Of Gemini CLI, which does not find out by itself that there is a key. */
  gemini: "gemini.json",
  /** There from when the run goes: its gate looks for it. */
  go: "go",
} as const;

/** Where the inputs of runs lie: beneath the private spool, readable once mounted. */
export function inputsDirectory(spool: string): string {
  return join(spool, "inputs");
}

/** The host's spool; what may keep it from being changed is asked before each change. */
type Spool = Pick<WatcherConfig, "spool"> & Pick<Records, "confirm">;

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
  host: Spool & Pick<WatcherConfig, "engine_prompt">,
  name: string,
  {
    config,
    prompt,
    contexts,
    models,
    network,
  }: Pick<Admitted, "config" | "prompt" | "contexts" | "models"> & {
    readonly network?: NetworkModels | undefined;
  },
  isKept: () => boolean,
): RunInputs {
  const { spool, engine_prompt, confirm } = host;
  const directory = join(inputsDirectory(spool), name);
  const write = (file: string, data: string | Uint8Array) => {
    makeReadable(join(directory, dirname(file)), directory, confirm);
    // Not durable: after a power cut they are written again, with their container.
    writeFileAtomic(join(directory, file), data, { mode: 0o644, durable: false, confirm });
  };
  write(inputFiles.config, JSON.stringify(config, null, 2));
  write(inputFiles.prompt, prompt);
  if (engine_prompt === "argument") {
    write(inputFiles.argument, promptArgument(prompt, `${inputFiles.directory}/${inputFiles.prompt}`));
  }
  if (models?.bridge === true) {
    write(inputFiles.bridge, bridgeFile().text);
    write(inputFiles.gemini, JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }));
  }
  if (network !== undefined) write(inputFiles.network, JSON.stringify(network));
  for (const [index, context] of contexts.entries()) {
    if ("file" in context) write(contextFilePath(index, context.file), context.file.bytes);
  }
  const held = holdDirectoryWithin(directory, "");
  return {
    directory: held,
    [Symbol.dispose]() {
      releaseDirectory(held);
      if (!isKept()) removeInputs(host, name);
    },
  };
}

const maxNetworkBytes = 256 * 1024;

/** The token of a run that has gone; undefined where its inputs have none. */
export function readToken(spool: string, name: string): string | undefined {
  const path = join(inputsDirectory(spool), name, inputFiles.network);
  const text = readText(path, { maxBytes: maxNetworkBytes });
  return text === undefined ? undefined : (JSON.parse(text) as NetworkModels).token;
}

/**
 * Makes the file at which a gate opens, at one stroke and for good: whoever is left to see that. What runs behind
 * the gate can neither make it nor take it away.
 */
export function createGoFile({ spool, confirm }: Spool, name: string): void {
  createFileExclusive(goFile(spool, name), "", { mode: 0o644, durable: false, confirm });
}

/** Whether there is one. As long as this machine has not started anew, a run without it never ran. */
export function hasGoFile(spool: string, name: string): boolean {
  return existsSync(goFile(spool, name));
}

function goFile(spool: string, name: string): string {
  return join(inputsDirectory(spool), name, inputFiles.go);
}

/**
 * Makes a directory and those above it up to `top`, for the child's user to enter whatever the umask is. Made late, by a
 * watcher that stood still, they are taken away again: what they were for may be over.
 */
function makeReadable(directory: string, top: string, confirm: Spool["confirm"]): void {
  confirm?.();
  const first = mkdirSync(directory, { recursive: true });
  try {
    confirm?.();
  } catch (error) {
    if (first !== undefined) removeEmpty(directory, first);
    throw error;
  }
  for (let each = directory; ; each = dirname(each)) {
    chmodSync(each, 0o755);
    if (each === top) return;
  }
}

/** From a directory up to one above it, as long as there is nothing in them. */
function removeEmpty(directory: string, top: string): void {
  try {
    rmdirSync(directory);
    if (directory !== top) removeEmpty(dirname(directory), top);
  } catch {
    // Whoever works now has use for it, or has removed it.
  }
}

/** Only the watcher writes there, so that removing it follows nobody's links. */
export function removeInputs({ spool, confirm }: Spool, name: string): void {
  confirm?.();
  rmSync(join(inputsDirectory(spool), name), { recursive: true, force: true });
}
