import type { MergeVerdict } from "@retinue/status-model";
import type { Environment } from "../git/git-environment.ts";
import { runGit } from "../git/run-git.ts";
import { headOf } from "../git/find-repository.ts";
import type { Plan } from "../record/plan.ts";

/** The newest of the others' branches: each takes a merge. */
const maxSiblings = 10;
const maxConflicts = 20;

export interface Merging {
  readonly host: string;
  readonly plan: Plan & { readonly git_directory: string; readonly common_directory: string };
  readonly branch: string;
  readonly commit: string;
  readonly environment: Environment;
}

/**
 * Whether a branch merges with the parent's HEAD, and with the branches of other subagents that HEAD does not hold
 * yet. Tried in the clone: nothing of the parent's is written.
 *
 * @throws ChangesError GIT_FAILED, also by a git older than 2.38.
 */
export async function mergeVerdicts({
  host,
  plan,
  branch,
  commit,
  environment,
}: Merging): Promise<MergeVerdict[]> {
  const head = await headOf(plan.git_directory, environment);
  if (head === undefined) return [];
  const format = "--format=%(refname:lstrip=2) %(objectname)";
  const asked = [`--no-merged=${head}`, "--sort=-committerdate", `--count=${maxSiblings + 1}`, format];
  const listed = await runGit(["for-each-ref", ...asked, "refs/heads/retinue"], {
    environment,
    gitDirectory: plan.common_directory,
  });
  const siblings = listed.stdout
    .toString()
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([name = "", hash = ""]) => (name === "" || name === branch ? [] : [{ name, hash }]));
  const verdicts: MergeVerdict[] = [];
  for (const { name, hash } of [{ name: "HEAD", hash: head }, ...siblings.slice(0, maxSiblings)]) {
    const conflicts = await conflictsOf(hash, commit, { environment, gitDirectory: host });
    verdicts.push({
      branch: name,
      clean: conflicts.length === 0,
      ...(conflicts.length > 0 && { conflicts }),
    });
  }
  return verdicts;
}

/** The paths in which two commits conflict; none when they merge. */
export async function conflictsOf(
  ours: string,
  theirs: string,
  call: { readonly environment: Environment; readonly gitDirectory: string },
): Promise<string[]> {
  const merging = ["merge-tree", "--write-tree", "--name-only", "-z", "--no-messages"];
  // Histories that begin apart merge as git merges them when it is told to.
  const merged = await runGit([...merging, "--allow-unrelated-histories", ours, theirs], {
    ...call,
    accept: [0, 1],
  });
  if (merged.code === 0) return [];
  const [, ...paths] = merged.stdout.toString().split("\0");
  return [...new Set(paths.filter((path) => path !== ""))].slice(0, maxConflicts);
}
