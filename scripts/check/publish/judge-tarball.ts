import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Manifest } from "../read/workspace-packages.ts";

/** What publint, attw (profile esm-only) and our own list of contents say about one packed package. */
export async function judgeTarball(tarball: Buffer): Promise<string[]> {
  const data = new Uint8Array(tarball);
  const pkg = createPackageFromTarballData(data);
  const files = pkg.listFiles(`/node_modules/${pkg.packageName}`);
  const manifest = JSON.parse(pkg.readFile(`/node_modules/${pkg.packageName}/package.json`)) as Manifest;
  const problems = judgeContents(files);
  const { messages } = await publint({ pack: { tarball: data.buffer }, strict: true });
  for (const message of messages) {
    problems.push(`publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`);
  }
  if (manifest.exports !== undefined) {
    const result = await checkPackage(pkg, { excludeEntrypoints: [/\.json$/, /\*/] });
    if (result.types === false) problems.push("attw: ships no types");
    else problems.push(...result.problems.filter(concernsEsm).map((each) => `attw: ${JSON.stringify(each)}`));
  }
  return problems;
}

function judgeContents(files: readonly string[]): string[] {
  const missing = ["README.md", "LICENSE"].filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
  const stray = files.filter((file) => /\.tsbuildinfo$|\.map$|\.test\.|\/test\//.test(file));
  return [
    ...missing.map((name) => `contains no ${name}`),
    ...stray.map((file) => `contains ${file}, which nobody needs`),
  ];
}

/** We publish ES modules only: how CommonJS and old resolution would see them is not promised. */
function concernsEsm(problem: Problem): boolean {
  if ("resolutionKind" in problem) return !["node10", "node16-cjs"].includes(problem.resolutionKind);
  return !("resolutionOption" in problem) || problem.resolutionOption !== "node10";
}
