import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { importsOf } from "../read/imports-of.ts";
import { sourceFiles } from "../read/source-files.ts";
import { rootDependencies, workspacePackages, type WorkspacePackage } from "../read/workspace-packages.ts";
import type { CheckReport } from "../report/check-report.ts";
import { packageNameOf } from "./package-name-of.ts";

/** A package declares what it imports, and references the projects that it needs. (knip finds what is unused.) */
export function checkDependencies(root: string): CheckReport {
  const packages = workspacePackages(root);
  const apps = new Set(packages.filter(({ kind }) => kind === "app").map(({ manifest }) => manifest.name));
  const ours = new Map(packages.map(({ manifest, directory }) => [manifest.name, directory]));
  const offered = rootDependencies(root);
  return {
    looked: packages.length,
    unit: "package.json files",
    problems: packages.flatMap((entry) => [
      ...judgeManifest(root, entry, offered, apps),
      ...judgeReferences(root, entry, ours),
    ]),
  };
}

function judgeManifest(
  root: string,
  entry: WorkspacePackage,
  offered: ReadonlySet<string>,
  apps: ReadonlySet<string>,
): string[] {
  const { manifest, directory } = entry;
  const runtime = new Set(Object.keys(manifest.dependencies ?? {}));
  const development = new Set(Object.keys(manifest.devDependencies ?? {}));
  const inSource = imported(root, [`${directory}/src/**/*.{ts,tsx,mts}`]);
  const elsewhere = imported(root, [`${directory}/{test,examples,bench}/**/*.{ts,mts,mjs}`]);
  for (const names of [inSource, elsewhere]) names.delete(manifest.name);
  // An app is published bundled, so what it imports is a development dependency; an app that it starts is not.
  const shipped = entry.kind === "app" ? development : runtime;
  const where = `${directory}/package.json`;
  const wrongPlace = entry.kind === "app" ? [...runtime].filter((name) => !apps.has(name)) : [];
  return [
    ...wrongPlace.map((name) => `${where}: ${name} is bundled, so move it to devDependencies`),
    ...[...inSource]
      .filter((name) => !shipped.has(name) && !runtime.has(name))
      .map((name) => `${where}: src imports ${name}, which is not declared`),
    ...[...elsewhere]
      .filter((name) => !runtime.has(name) && !development.has(name) && !offered.has(name))
      .map((name) => `${where}: tests import ${name}, which is not declared`),
  ];
}

function imported(root: string, patterns: readonly string[]): Set<string> {
  const names = sourceFiles(root, patterns)
    .flatMap((file) => importsOf(join(root, file)))
    .filter(({ specifier }) => !specifier.startsWith(".") && !specifier.startsWith("node:"))
    .map(({ specifier }) => packageNameOf(specifier));
  return new Set(names);
}

/** `tsc -b` builds in the right order only when the references name exactly the packages depended on. */
function judgeReferences(root: string, entry: WorkspacePackage, ours: ReadonlyMap<string, string>): string[] {
  const path = join(root, entry.directory, "tsconfig.json");
  if (entry.kind === "app" || !existsSync(path)) return [];
  const config = JSON.parse(readFileSync(path, "utf8")) as { references?: { path: string }[] };
  const actual = (config.references ?? []).map((each) => posix.join(entry.directory, each.path));
  const wanted = Object.keys(entry.manifest.dependencies ?? {}).flatMap((name) => ours.get(name) ?? []);
  const where = `${entry.directory}/tsconfig.json`;
  return [
    ...wanted.filter((each) => !actual.includes(each)).map((each) => `${where}: add a reference to ${each}`),
    ...actual
      .filter((each) => !wanted.includes(each))
      .map((each) => `${where}: refers to ${each}, which package.json does not depend on`),
  ];
}
