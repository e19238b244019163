import { entryAt } from "@retinue/contained-fs";
import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { baseEntries } from "../collect/base-entries.ts";
import { patchName } from "../collect/measure-changes.ts";
import { readPublished } from "../collect/publish-branch.ts";
import { readPlannedTree } from "../collect/read-planned-tree.ts";
import type { Environment } from "../git/git-environment.ts";
import { gitText, runGit } from "../git/run-git.ts";
import { hostRepository, readPlan, type Plan } from "../record/plan.ts";
import { takenCommit } from "../record/taken.ts";
import { requireArguments } from "../require-arguments.ts";

export const changesLeftInputSchema = z.object({
  directory: z.string().refine(isAbsolute, "must be an absolute path").describe("As `prepareChanges` had it"),
  environment: z.record(z.string(), z.string().optional()).describe("PATH, HOME"),
});
export type ChangesLeftInput = z.input<typeof changesLeftInputSchema>;

/** Something that nobody has taken over. */
export interface ChangesLeft {
  /** Absolute: a tree, or the patch. */
  readonly path: string;
  /** Whether it is what was brought back, in branch and patch: not another agent's, nor what was changed since. */
  readonly cameBack: boolean;
  readonly agentId?: string;
}

/**
 * Where a run's changes lie that nobody has taken over: trees that are neither as they began nor as what was applied or
 * merged (into any branch that is not a subagent's), and the patch that was brought back. What is ignored is no change.
 * None are left: the trees can be removed.
 *
 * @throws ChangesError PLAN_DAMAGED, TREE_UNREADABLE, GIT_FAILED: it is not known.
 */
export async function changesLeft(input: ChangesLeftInput): Promise<readonly ChangesLeft[]> {
  const { directory, environment } = requireArguments("changesLeft", changesLeftInputSchema, input);
  const plan = readPlan(directory);
  if (plan === undefined) return [];
  const host = hostRepository(directory);
  const call = { environment, gitDirectory: host };
  const treeOf = (commit: string) => gitText(["rev-parse", "--verify", `${commit}^{tree}`], call);
  const published = readPublished(directory)?.commit;
  const taken = [
    takenCommit(directory),
    published !== undefined && (await isMerged(published, plan, environment)) ? published : undefined,
  ].filter((commit) => commit !== undefined);
  const elsewhere = new Set(await Promise.all([plan.base, ...taken].map(treeOf)));
  const reading = {
    host,
    plan,
    environment,
    entries: await baseEntries(host, plan.base, environment),
    message: "What is left",
  };
  const broughtBack = published === undefined ? undefined : await treeOf(published);
  const left: ChangesLeft[] = [];
  for (const tree of plan.trees) {
    if (entryAt(tree.path) === undefined) continue;
    const { commit, leftOut } = await readPlannedTree(tree, reading);
    const held = await treeOf(commit);
    if (leftOut.length === 0 && elsewhere.has(held)) continue;
    // A directory's is not published; with one tree there is no other.
    const isIt = broughtBack === undefined ? plan.trees.length === 1 : held === broughtBack;
    const cameBack = leftOut.length === 0 && isIt;
    left.push({ path: tree.path, cameBack, ...(tree.agent_id !== undefined && { agentId: tree.agent_id }) });
  }
  const patch = join(directory, patchName);
  const isTaken = published === undefined ? taken.length > 0 : taken.includes(published);
  return isTaken || entryAt(patch) === undefined ? left : [...left, { path: patch, cameBack: true }];
}

/** Whether a branch of the parent's own has the commit. */
async function isMerged(
  commit: string,
  { common_directory: gitDirectory }: Plan,
  environment: Environment,
): Promise<boolean> {
  if (gitDirectory === undefined || entryAt(gitDirectory) === undefined) return false;
  const args = ["for-each-ref", "--format=%(refname)", `--contains=${commit}`, "refs/heads", "refs/remotes"];
  // Not a commit of that repository any more: its branch was removed, and the rest of it was tidied up.
  const { code, stdout } = await runGit(args, { environment, gitDirectory, accept: [0, 128, 129] });
  const names = code === 0 ? stdout.toString().split("\n") : [];
  return names.some((name) => name !== "" && !/^refs\/heads\/retinue[-/]/.test(name));
}
