import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspacePackages, type WorkspacePackage } from "../read/workspace-packages.ts";
import type { CheckReport } from "../report/check-report.ts";

/** A public package carries the fields that a registry shows and one version with all the others. */
export function checkManifests(root: string): CheckReport {
  const packages = workspacePackages(root);
  const released = packages.filter(({ manifest }) => manifest.private !== true);
  const versions = new Set(released.map(({ manifest }) => manifest.version));
  const problems = packages.flatMap(judgeManifest);
  const license = readFileSync(join(root, "LICENSE"), "utf8");
  for (const { directory } of released)
    if (textIn(join(root, directory, "LICENSE")) !== license)
      problems.push(`${directory}/LICENSE is not the repository's: npm packs what lies in the directory`);
  if (versions.size > 1) problems.push(`several versions (${[...versions].join(", ")}): all carry one`);
  return { looked: packages.length, unit: "package.json files", problems };
}

function textIn(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function judgeManifest({ manifest, directory, kind }: WorkspacePackage): string[] {
  const rules: [boolean, string][] = [
    [manifest.type === "module", '"type": "module"'],
    [manifest.license === "Apache-2.0", '"license": "Apache-2.0"'],
    [manifest.engines?.node === ">=22.22", '"engines": {"node": ">=22.22"}'],
    [(manifest.description ?? "").length > 0, '"description"'],
    [manifest.private === true || (manifest.keywords ?? []).length > 0, '"keywords"'],
    [
      manifest.private === true || manifest.repository?.directory === directory,
      `"repository.directory": "${directory}"`,
    ],
    [(manifest.files ?? []).includes("dist"), '"dist" in "files"'],
    [
      manifest.private === true || Object.values(manifest.dependencies ?? {}).every(isReadByNpm),
      "dependencies that npm reads: a version in place of workspace: and catalog:",
    ],
    [kind === "app" ? manifest.bin !== undefined : manifest.exports !== undefined, "a way in"],
  ];
  return rules.filter(([kept]) => !kept).map(([, wanted]) => `${directory}/package.json lacks ${wanted}`);
}

/** `npm pack` copies a manifest as it is; only pnpm knows what these stand for. */
function isReadByNpm(range: string): boolean {
  return !/^(?:workspace|catalog):/.test(range);
}
