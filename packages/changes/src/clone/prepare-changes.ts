import { entryAt } from "@retinue/contained-fs";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { ChangesError } from "../changes-error.ts";
import { commitTree } from "../collect/commit-tree.ts";
import { readTree } from "../collect/read-tree.ts";
import type { Environment } from "../git/git-environment.ts";
import { gitText } from "../git/run-git.ts";
import { plannedTreeSchema, readPlan, writePlan, type Plan, type PlannedTree } from "../record/plan.ts";
import { requireArguments } from "../require-arguments.ts";
import { checkOutTree } from "./check-out-tree.ts";
import { copyDirectory } from "./copy-directory.ts";
import { findRepository, type Repository } from "../git/find-repository.ts";
import { makeHostRepository } from "./make-host-repository.ts";
import { packBase } from "./own-objects.ts";
import { isStagingFor, openStaging } from "./staging.ts";
import { uncommittedCommit } from "./uncommitted-commit.ts";

const absolute = z.string().refine(isAbsolute, "must be an absolute path");

export const prepareInputSchema = z
  .object({
    path: absolute.describe("The top of a repository's work tree, or a directory in none"),
    directory: absolute.describe("Out of the subagent's reach; made, for this clone alone"),
    trees: z.array(plannedTreeSchema).min(1).describe("One for each agent; none is there yet"),
    staging: absolute.describe(
      "Emptied, and gone afterwards: out of the subagent's reach, beneath the trees' roots, on their file system",
    ),
    uncommitted: z
      .boolean()
      .default(false)
      .describe("Whether the parent's uncommitted state is in the trees"),
    ownObjects: z
      .boolean()
      .default(false)
      .describe(
        "The trees' own repositories hold their files' objects: who works there sees nothing of the parent's",
      ),
    without: z.array(absolute).default([]).describe("Paths that a copy of a directory leaves out"),
    environment: z.record(z.string(), z.string().optional()).describe("PATH, HOME"),
  })
  .refine(({ staging, trees }) => isStagingFor(staging, trees), {
    path: ["staging"],
    message: "must lie beneath the root of each tree, and in none of them",
  });
export type PrepareInput = z.input<typeof prepareInputSchema>;

/**
 * Makes the trees that a subagent changes, and what brings its changes back later. Nothing of the parent's is
 * written. A kill leaves a directory without a plan: nothing was launched on it.
 *
 * @throws ChangesError NOT_CHANGEABLE, GIT_FAILED; ContainedFsError where the disk does not take it.
 */
export async function prepareChanges(input: PrepareInput): Promise<Plan> {
  const checked = requireArguments("prepareChanges", prepareInputSchema, input);
  const { path, directory, trees, environment } = checked;
  if (readPlan(directory) !== undefined) throw new Error(`${directory} has a plan already`);
  const there = trees.find((tree) => entryAt(tree.path) !== undefined);
  if (there !== undefined) throw new Error(`${there.path} is there already`);
  const repository = await findRepository(path, environment);
  const host = await makeHostRepository(directory, repository, environment);
  await using staging = await openStaging(checked.staging, trees[0] as PlannedTree);
  const making = { ...checked, host, staged: trees.map((_, index) => staging.treeAt(index + 1)) };
  const base = repository === undefined ? await copied(making) : await cloned(repository, making);
  for (const [index, tree] of trees.entries()) staging.give(index + 1, tree);
  const plan: Plan = {
    version: 1,
    kind: repository === undefined ? "directory" : "repository",
    repository: repository?.top ?? path,
    ...(repository !== undefined && {
      git_directory: repository.gitDirectory,
      common_directory: repository.commonDirectory,
    }),
    ...(repository?.head !== undefined && { head: repository.head }),
    object_format: repository?.objectFormat ?? "sha1",
    base,
    trees,
  };
  writePlan(directory, plan);
  return plan;
}

interface Making extends Omit<z.output<typeof prepareInputSchema>, "staging"> {
  readonly host: string;
  /** The trees, in their order, while they are made. */
  readonly staged: readonly PlannedTree[];
}

async function cloned(
  repository: Repository,
  { host, staged, uncommitted, ownObjects, environment }: Making,
): Promise<string> {
  const begun = uncommitted ? await uncommittedCommit(repository, host, environment) : repository.head;
  const base = begun ?? (await emptyCommit(host, environment));
  using pack = ownObjects ? await packBase(host, base, environment) : undefined;
  for (const [place, tree] of staged.entries())
    await checkOutTree(tree, place + 1, { host, repository, base, environment, pack });
  return base;
}

/** What an empty repository begins with. */
async function emptyCommit(host: string, environment: Environment): Promise<string> {
  const call = { environment, gitDirectory: host };
  const tree = await gitText(["mktree"], call);
  return gitText(["commit-tree", tree, "-m", "An empty repository"], call);
}

async function copied({ path, host, staged, trees, without, environment }: Making): Promise<string> {
  const [first, ...others] = staged as [PlannedTree, ...PlannedTree[]];
  await copyDirectory(path, first.path, [...without, first.root, ...trees.map((tree) => tree.path)]);
  await using commit = commitTree({ host, environment, message: "The directory as it was" });
  const read = await readTree(first, {
    base: new Map(),
    objectFormat: "sha1",
    ignored: async () => new Set(),
    take: commit.take,
  });
  if (read.leftOut.length > 0)
    throw new ChangesError("NOT_CHANGEABLE", `${path} cannot be given to change: ${read.leftOut[0]}`, {
      remedy: "Take that out of it, or name a directory in it.",
      details: { path, left_out: read.leftOut },
    });
  for (const tree of others) await copyDirectory(first.path, tree.path, []);
  return await commit.finish([]);
}
