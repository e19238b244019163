import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceFiles } from "./source-files.ts";

/** The fields of a package.json that the checks read. */
export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
  readonly repository?: { readonly directory?: string };
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface WorkspacePackage {
  readonly manifest: Manifest;
  /** Relative to the root, such as `packages/recovery`. */
  readonly directory: string;
  readonly kind: "package" | "app";
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}

/** Every package of the workspace beneath `packages/` and `apps/`. */
export function workspacePackages(root: string): WorkspacePackage[] {
  return sourceFiles(root, ["packages/*/package.json", "apps/*/package.json"]).map((path) => ({
    manifest: readManifest(join(root, path)),
    directory: path.slice(0, -"/package.json".length),
    kind: path.startsWith("apps/") ? "app" : "package",
  }));
}

/** What the root offers to every test and script: its own dev dependencies. */
export function rootDependencies(root: string): ReadonlySet<string> {
  const path = join(root, "package.json");
  return new Set(existsSync(path) ? Object.keys(readManifest(path).devDependencies ?? {}) : []);
}

/** The packages that are published. */
export function publicPackages(root: string): WorkspacePackage[] {
  return workspacePackages(root).filter(({ manifest }) => manifest.private !== true);
}
