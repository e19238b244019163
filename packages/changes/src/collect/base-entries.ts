import type { Environment } from "../git/git-environment.ts";
import { runGit } from "../git/run-git.ts";

/** A file, link or submodule of a commit. */
export interface BaseEntry {
  readonly mode: string;
  readonly hash: string;
}

/** What a commit holds, by path. A path that is no UTF-8 has U+FFFD in it. */
export async function baseEntries(
  host: string,
  commit: string,
  environment: Environment,
): Promise<Map<string, BaseEntry>> {
  const listed = await runGit(["ls-tree", "-r", "-z", "--full-tree", commit], {
    environment,
    gitDirectory: host,
  });
  const entries = new Map<string, BaseEntry>();
  for (const line of listed.stdout.toString().split("\0")) {
    const tab = line.indexOf("\t");
    if (tab === -1) continue;
    const [mode = "", , hash = ""] = line.slice(0, tab).split(" ");
    entries.set(line.slice(tab + 1), { mode, hash });
  }
  return entries;
}
