import { builtinModules } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { importsOf } from "../read/imports-of.ts";
import { sourceFiles } from "../read/source-files.ts";
import { workspacePackages, type WorkspacePackage } from "../read/workspace-packages.ts";
import type { CheckReport } from "../report/check-report.ts";
import { floorOf, floors, testkit } from "./floors.ts";
import { packageNameOf } from "./package-name-of.ts";

/** Imports go downwards only, name a package by a path that it exports, and never leave their package. */
export function checkHouse(root: string): CheckReport {
  const packages = workspacePackages(root);
  const byName = new Map(packages.map((entry) => [entry.manifest.name, entry]));
  const problems = packages.flatMap(unplaced);
  let looked = 0;
  for (const importer of packages) {
    for (const file of sourceFiles(root, [`${importer.directory}/**/*.{ts,tsx,mts,js,mjs}`])) {
      looked += 1;
      for (const { specifier, line } of importsOf(join(root, file))) {
        const problem = judgeImport(importer, file, specifier, byName);
        if (problem !== undefined) problems.push(`${file}:${line} ${problem}`);
      }
    }
  }
  return { looked, unit: "files", problems };
}

function unplaced({ directory, kind }: WorkspacePackage): string[] {
  return kind === "package" && floorOf(basename(directory)) === undefined
    ? [`${directory} has no floor: give it one in scripts/check/house/floors.ts`]
    : [];
}

function judgeImport(
  importer: WorkspacePackage,
  file: string,
  specifier: string,
  byName: ReadonlyMap<string, WorkspacePackage>,
): string | undefined {
  if (specifier.startsWith(".")) {
    const target = join(dirname(file), specifier);
    // A configuration file at the package's root may share the repository's build scripts.
    const shared = target.startsWith("scripts/") && dirname(file) === importer.directory;
    return relative(importer.directory, target).startsWith("..") && !shared
      ? `imports ${specifier}, which leaves its package: import the other package by its name`
      : undefined;
  }
  if (specifier.startsWith("node:")) return undefined;
  if (builtinModules.includes(specifier)) return `imports ${specifier}: write node:${specifier}`;
  const target = byName.get(packageNameOf(specifier));
  return target === undefined ? undefined : judgeOurs(importer, file, specifier, target);
}

function judgeOurs(
  importer: WorkspacePackage,
  file: string,
  specifier: string,
  target: WorkspacePackage,
): string | undefined {
  const inSource = file.startsWith(`${importer.directory}/src/`);
  const from = importer.manifest.name;
  if (target === importer)
    return inSource ? `imports its own package by name: use a relative path` : undefined;
  const subpath = `.${specifier.slice(target.manifest.name.length)}`;
  if (!Object.hasOwn(target.manifest.exports ?? {}, subpath)) {
    return `imports ${specifier}, which ${target.manifest.name} does not export`;
  }
  if (basename(target.directory) === testkit) {
    return inSource ? `imports ${testkit}: only tests may` : undefined;
  }
  const own = levelOf(importer);
  const other = levelOf(target);
  return own <= other
    ? `imports ${specifier}: ${from} is on floor ${own}, ${target.manifest.name} on ${other}, and arrows only point down`
    : undefined;
}

function levelOf({ kind, directory }: WorkspacePackage): number {
  return kind === "app" ? floors.length : (floorOf(basename(directory)) ?? 0);
}
