import { renameWithin, withRoot } from "@retinue/contained-fs";
import { join } from "node:path";
import type { Environment } from "../git/git-environment.ts";
import { partedByNul, runGit } from "../git/run-git.ts";

export const patchName = "changes.patch";

export interface Measured {
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
}

const plain = ["--no-renames", "--no-color", "--src-prefix=a/", "--dst-prefix=b/"];

/** How much two commits differ. Of binary files nothing but their number is counted. */
export async function measureChanges(
  host: string,
  [base, commit]: readonly [string, string],
  environment: Environment,
): Promise<Measured> {
  const call = { environment, gitDirectory: host };
  const { stdout } = await runGit(["diff", "--numstat", "-z", ...plain, base, commit], call);
  const lines = partedByNul(stdout);
  const counted = lines.map((line) => line.split("\t", 2).map((count) => Number.parseInt(count, 10) || 0));
  const sum = (place: number) => counted.reduce((total, counts) => total + (counts[place] ?? 0), 0);
  return { files: lines.length, insertions: sum(0), deletions: sum(1) };
}

/** Writes the changes as a patch that `git apply` takes, binary files too. @returns Its path. */
export async function writePatch(
  directory: string,
  host: string,
  [base, commit]: readonly [string, string],
  environment: Environment,
): Promise<string> {
  const temporary = `.${patchName}`;
  const args = ["diff", "--binary", "--full-index", `--output=${join(directory, temporary)}`, ...plain];
  await runGit([...args, base, commit], { environment, gitDirectory: host });
  withRoot(directory, (root) => renameWithin(root, temporary, patchName));
  return join(directory, patchName);
}
