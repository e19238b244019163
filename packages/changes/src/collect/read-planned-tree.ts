import type { Environment } from "../git/git-environment.ts";
import type { Plan, PlannedTree } from "../record/plan.ts";
import type { BaseEntry } from "./base-entries.ts";
import { commitTree } from "./commit-tree.ts";
import { ignoreRules } from "./ignore-rules.ts";
import { readTree } from "./read-tree.ts";

/** What a tree of a clone is read with. */
export interface TreeReading {
  readonly host: string;
  readonly plan: Plan;
  readonly entries: ReadonlyMap<string, BaseEntry>;
  readonly environment: Environment;
  readonly message: string;
}

/** A tree as a commit in the clone's own repository; the base where nothing has changed. */
export interface ReadTree {
  readonly tree: PlannedTree;
  readonly commit: string;
  readonly leftOut: readonly string[];
}

/** @throws ChangesError TREE_UNREADABLE, GIT_FAILED. */
export async function readPlannedTree(tree: PlannedTree, reading: TreeReading): Promise<ReadTree> {
  const { host, plan, entries, environment, message } = reading;
  using rules = ignoreRules(host, entries, environment);
  await using making = commitTree({ host, environment, message, base: plan.base });
  const { deleted, leftOut } = await readTree(tree, {
    base: entries,
    objectFormat: plan.object_format,
    ignored: rules.ignored,
    take: making.take,
  });
  return { tree, leftOut, commit: await making.finish(deleted) };
}
