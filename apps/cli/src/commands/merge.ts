import { mergeChanges } from "@retinue/changes";
import { withManager } from "./with-manager.ts";

export interface MergeOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
}

/**
 * `retinue merge <id>…`: merges subagents' branches into what is checked out, one after the other. Those before the
 * first that cannot be merged stay merged, and are named.
 *
 * @throws ChangesError when one conflicts, or would write over what is not committed.
 */
export async function merge(subagentIds: readonly string[], { workspace }: MergeOptions): Promise<void> {
  const all = await withManager(workspace, (manager) =>
    Promise.all(subagentIds.map(async (id) => ({ id, changes: await manager.changes(id) }))),
  );
  for (const { id, changes } of all) {
    const message = `Merge the changes of subagent ${id}`;
    const commit = await mergeChanges({ changes, message, environment: { ...process.env } });
    process.stdout.write(`${id} is merged: ${commit}\n`);
  }
}
