import type { Changes } from "@retinue/status-model";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { ChangesError } from "../changes-error.ts";
import { gitText } from "../git/run-git.ts";
import { hostRepository, readPlan, type Plan, type PlannedTree } from "../record/plan.ts";
import { requireArguments } from "../require-arguments.ts";
import { baseEntries } from "./base-entries.ts";
import { measureChanges, writePatch } from "./measure-changes.ts";
import { mergeVerdicts } from "./merge-verdicts.ts";
import { publishBranch, readPublished } from "./publish-branch.ts";
import { readPlannedTree, type ReadTree, type TreeReading } from "./read-planned-tree.ts";

export const collectInputSchema = z.object({
  directory: z.string().refine(isAbsolute, "must be an absolute path").describe("As `prepareChanges` had it"),
  subagentId: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/),
  message: z.string().default("Changes of a subagent").describe("The commit's"),
  winner: z
    .string()
    .describe("The agent whose tree counts. Default: the first that changed anything")
    .optional(),
  environment: z.record(z.string(), z.string().optional()).describe("PATH, HOME"),
});
export type CollectInput = z.input<typeof collectInputSchema>;

/**
 * Brings the changes of a run back, however it ended: reads the tree as data, commits it in the clone, and makes the
 * branch in the parent's repository by its reference alone. May be repeated, after a kill at any instant as well.
 *
 * @returns Undefined when the clone was never whole, so that nothing was launched on it.
 * @throws ChangesError PLAN_DAMAGED, TREE_UNREADABLE, GIT_FAILED.
 */
export async function collectChanges(input: CollectInput): Promise<Changes | undefined> {
  const checked = requireArguments("collectChanges", collectInputSchema, input);
  const { directory, winner, environment, message } = checked;
  const plan = readPlan(directory);
  if (plan === undefined) return undefined;
  const host = hostRepository(directory);
  const entries = await baseEntries(host, plan.base, environment);
  const reading = { host, plan, entries, environment, message };
  const { tree, commit: read, leftOut } = await treeThatCounts(reading, winner);
  const commit = await asContinued(read, reading, directory);
  const known = {
    repository: plan.repository,
    tree: tree.path,
    ...(tree.agent_id !== undefined && { agent_id: tree.agent_id }),
    base: plan.base,
    ...(leftOut.length > 0 && { left_out: [...leftOut] }),
  };
  if (commit === plan.base) return { ...known, files: 0, insertions: 0, deletions: 0 };
  const range = [plan.base, commit] as const;
  const measured = await measureChanges(host, range, environment);
  const patch = await writePatch(directory, host, range, environment);
  const branch = await published(plan, { ...checked, host, commit });
  return { ...known, ...measured, commit, patch, ...branch };
}

/** The winner's tree; where nobody won, the first in which anything changed. */
async function treeThatCounts(input: TreeReading, winner: string | undefined): Promise<ReadTree> {
  const [first, ...others] = input.plan.trees as [PlannedTree, ...PlannedTree[]];
  const won = input.plan.trees.find(({ agent_id }) => winner !== undefined && agent_id === winner);
  if (won !== undefined) return readPlannedTree(won, input);
  let read: ReadTree | undefined;
  let problem: unknown;
  for (const tree of [first, ...others]) {
    try {
      const next = await readPlannedTree(tree, input);
      if (next.commit !== input.plan.base) return next;
      read ??= next;
    } catch (error) {
      // Another's tree may be whole.
      if (!(error instanceof ChangesError && error.code === "TREE_UNREADABLE")) throw error;
      problem ??= error;
    }
  }
  if (read === undefined) throw problem;
  return read;
}

/**
 * The commit to publish: that of before when nothing has changed since, so that repeating comes to the same; else on
 * top of that, so that a continuation adds to its branch.
 */
async function asContinued(
  commit: string,
  { host, environment, message }: TreeReading,
  directory: string,
): Promise<string> {
  const earlier = readPublished(directory);
  if (earlier === undefined) return commit;
  const call = { environment, gitDirectory: host };
  const treeOf = (of: string) => gitText(["rev-parse", "--verify", `${of}^{tree}`], call);
  const tree = await treeOf(commit);
  if (tree === (await treeOf(earlier.commit))) return earlier.commit;
  return gitText(["commit-tree", tree, "-p", earlier.commit, "-m", message], call);
}

interface Publishing extends z.output<typeof collectInputSchema> {
  readonly host: string;
  readonly commit: string;
}

async function published(plan: Plan, publishing: Publishing): Promise<Pick<Changes, "branch" | "merges">> {
  const { git_directory, common_directory, head } = plan;
  if (git_directory === undefined || common_directory === undefined) return {};
  const branch = await publishBranch({ ...publishing, commonDirectory: common_directory, head });
  try {
    const merging = { ...publishing, plan: { ...plan, git_directory, common_directory }, branch };
    return { branch, merges: await mergeVerdicts(merging) };
  } catch {
    // An old git: the branch is there all the same, and `retinue merge` says what conflicts.
    return { branch };
  }
}
