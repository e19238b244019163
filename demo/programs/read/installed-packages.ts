import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package as its own package.json describes it. */
export interface Manifest {
  /** Path of the package.json, relative to the root. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** "none stated" when it names none. */
  readonly licence: string;
  readonly dependencies: number;
}

/** Every package that pnpm has installed beneath `root`, each once. */
export function installedPackages(root: string): Manifest[] {
  const store = "node_modules/.pnpm";
  if (!existsSync(join(root, store))) return [];
  return directories(root, store).flatMap((entry) =>
    directories(root, `${entry}/node_modules`)
      .flatMap((path) =>
        path.split("/").at(-1)?.startsWith("@") === true ? directories(root, path) : [path],
      )
      .flatMap((path) => readManifest(root, `${path}/package.json`) ?? []),
  );
}

/** The manifest at `path`; undefined when there is none. */
export function readManifest(root: string, path: string): Manifest | undefined {
  if (!existsSync(join(root, path))) return undefined;
  const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>;
  const { name, version, license, dependencies, devDependencies } = manifest;
  return {
    path,
    name: typeof name === "string" ? name : path,
    version: typeof version === "string" ? version : "",
    licence: typeof license === "string" ? license : "none stated",
    dependencies: namesIn(dependencies).length + namesIn(devDependencies).length,
  };
}

function namesIn(section: unknown): string[] {
  return typeof section === "object" && section !== null ? Object.keys(section) : [];
}

/** Links are left out: they lead to packages that have a directory of their own. */
function directories(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`);
}
