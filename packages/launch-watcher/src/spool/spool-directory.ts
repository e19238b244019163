import { mkdirSync, realpathSync } from "node:fs";
import { listWithin, withRoot } from "@retinue/contained-fs";

// More than an outbox has requests in its lifetime: of what is left, the next watcher takes the rest.
const maxNames = 200_000;

/** Makes a directory of the host's alone, private, unless it is there. Its real path. */
export function makePrivateDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return realpathSync(path);
}

/** Names of the directories in one of the host's own. */
export function directoriesIn(path: string): string[] {
  const { entries } = withRoot(path, (root) => listWithin(root, "", { maxEntries: maxNames }));
  return entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
}
