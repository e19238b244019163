import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { parentFiles, type World } from "../world.ts";

/** What lies outside, and the parent's own files: each by name, kind, time of its last change and content. */
export function fingerprint({ outside, parent }: World): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  const look = (path: string, deep: boolean) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return;
    const { mode, uid, mtimeMs } = found;
    const content = found.isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex")
      : found.isSymbolicLink()
        ? readlinkSync(path)
        : "";
    seen.set(path, [mode.toString(8), uid, mtimeMs, content].join(" "));
    if (deep && found.isDirectory()) for (const name of readdirSync(path)) look(join(path, name), true);
  };
  look(outside, true);
  for (const name of parentFiles) look(join(parent, name), false);
  return seen;
}

/** What is not as it was. */
export function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => `${path} is gone`);
  const come = [...after.keys()].filter((path) => !before.has(path)).map((path) => `${path} was made`);
  const other = [...before].filter(([path, is]) => after.has(path) && after.get(path) !== is);
  return [...gone, ...come, ...other.map(([path]) => `${path} was changed`)];
}
