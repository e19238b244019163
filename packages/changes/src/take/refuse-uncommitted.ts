import type { Changes } from "@retinue/status-model";
import { ChangesError } from "../changes-error.ts";
import { partedByNul, runGit, type GitCall } from "../git/run-git.ts";

/** As many paths as surely have room on a command line. */
const pathsAtOnce = 250;
const maxNamed = 10;

/** A path as git takes no sign in it for a pattern. */
export const literal = (path: string): string => `:(top,literal)${path}`;

/**
 * Refuses what would write over something that differs from HEAD, unless the subagent began with just that.
 *
 * @throws ChangesError WOULD_OVERWRITE naming the files.
 */
export async function refuseUncommitted(
  paths: readonly string[],
  { repository, base }: Changes,
  call: GitCall,
): Promise<void> {
  const lost: string[] = [];
  for (let from = 0; from < paths.length; from += pathsAtOnce)
    for (const path of await uncommitted(paths.slice(from, from + pathsAtOnce), call))
      if (!(await isOfBase(path, base, call))) lost.push(path);
  if (lost.length === 0) return;
  throw new ChangesError(
    "WOULD_OVERWRITE",
    `the changes touch what is not committed in ${repository}: ${lost.slice(0, maxNamed).join(", ")}`,
    { remedy: "Commit or stash that first.", details: { repository, files: lost } },
  );
}

async function uncommitted(paths: readonly string[], call: GitCall): Promise<string[]> {
  const how = ["--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignored"];
  const { stdout } = await runGit(["status", ...how, "--", ...paths.map(literal)], call);
  return partedByNul(stdout).map((line) => line.slice(3));
}

async function isOfBase(path: string, base: string | undefined, call: GitCall): Promise<boolean> {
  if (base === undefined) return false;
  const accept = [0, 1, 128];
  const then = await runGit(["rev-parse", "--verify", "--quiet", `${base}:${path}`], { ...call, accept });
  const now = await runGit(["hash-object", "--", path], { ...call, accept });
  return then.code === 0 && now.code === 0 && then.stdout.equals(now.stdout);
}
