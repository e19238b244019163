import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Names of the notes in an index of workspaces; none where there is no index. */
export function notesIn(index: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(index));
  } catch {
    return new Set();
  }
}

/**
 * Workspaces in directories of tests that were noted in an index since `before`. Others are the user's own, who may work
 * while tests run.
 */
export function notesLeft(
  index: string,
  before: ReadonlySet<string>,
  testDirectories: readonly string[],
): string[] {
  return [...notesIn(index)]
    .filter((name) => !before.has(name))
    .flatMap((name) => workspaceIn(join(index, name)) ?? [])
    .filter((workspace) => testDirectories.some((directory) => `${workspace}/`.startsWith(`${directory}/`)));
}

function workspaceIn(path: string): string | undefined {
  try {
    const { workspace } = JSON.parse(readFileSync(path, "utf8")) as { workspace?: unknown };
    return typeof workspace === "string" ? workspace : undefined;
  } catch {
    // Gone since it was listed, or no note.
    return undefined;
  }
}
