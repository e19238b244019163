import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../git/git-environment.ts";
import { runGit } from "../git/run-git.ts";
import type { BaseEntry } from "./base-entries.ts";

export interface IgnoreRules extends Disposable {
  readonly ignored: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * What the parent ignores: by the .gitignore files of the base, not by those that the subagent wrote. Git asks them of
 * a private directory that holds them and the names of directories, and nothing else.
 */
export function ignoreRules(
  host: string,
  entries: ReadonlyMap<string, BaseEntry>,
  environment: Environment,
): IgnoreRules {
  let shadow: Promise<string> | undefined;
  let made: string | undefined;
  const make = async (): Promise<string> => {
    made = mkdtempSync(join(host, "ignore-"));
    const files = [...entries].filter(([path, { mode }]) => isIgnoreFile(path) && mode !== "120000");
    const call = { environment, gitDirectory: host, workTree: made, index: join(made, ".index") };
    if (files.length === 0) return made;
    const lines = files.map(([path, { mode, hash }]) => `${mode} ${hash}\t${path}\0`);
    await runGit(["update-index", "-z", "--index-info"], { ...call, input: lines.join("") });
    await runGit(["checkout-index", "--all"], call);
    return made;
  };
  return {
    async ignored(paths) {
      const workTree = await (shadow ??= make());
      for (const path of paths) if (path.endsWith("/")) makeUnlessTaken(join(workTree, path));
      const asked = paths.map((path) => (path.endsWith("/") ? path.slice(0, -1) : path));
      const call = { environment, gitDirectory: host, workTree, input: `${asked.join("\0")}\0` };
      const { stdout } = await runGit(
        ["check-ignore", "--stdin", "-z", "--verbose", "--non-matching", "--no-index"],
        { ...call, accept: [0, 1] },
      );
      // For each path: the file of the rule, its line, the rule, the path.
      const fields = stdout.toString().split("\0");
      const isIgnored = (index: number) => {
        const rule = fields[4 * index + 2] ?? "";
        return rule !== "" && !rule.startsWith("!");
      };
      return new Set(paths.filter((_, index) => isIgnored(index)));
    },
    [Symbol.dispose]() {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
}

function isIgnoreFile(path: string): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}

/** Where a .gitignore of the base has the name, the subagent put a directory in its place. */
function makeUnlessTaken(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    if (!["EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
