import { printableLine } from "@retinue/contained-fs";
import { CliError } from "../cli-error.ts";
import { withManager } from "./with-manager.ts";

export interface ApplyOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** Merges what does not fit as it is, and marks what conflicts. */
  readonly "3way"?: boolean | undefined;
  /** Commits what was applied. */
  readonly commit?: boolean | undefined;
}

/**
 * `retinue apply <id>`: applies what a subagent changed to the work tree.
 *
 * @throws RuntimeError when there is nothing to apply; ChangesError when it would write over what is not committed, or
 * does not fit; CliError CONFLICT naming what conflicts now.
 */
export async function apply(subagentId: string, options: ApplyOptions): Promise<void> {
  const { workspace, "3way": threeWay, commit } = options;
  const applied = await withManager(workspace, (manager) =>
    manager.applyChanges(subagentId, { threeWay, commit }),
  );
  const lines = applied.files.map((path) => printableLine(path));
  const made = applied.commit === undefined ? "" : `committed as ${applied.commit}\n`;
  process.stdout.write(`${lines.join("\n")}\n${made}`);
  const { conflicts } = applied;
  if (conflicts !== undefined)
    throw new CliError("CONFLICT", `${subagentId} was applied, and conflicts in ${conflicts.join(", ")}`, {
      remedy: "Resolve what is marked there.",
      details: { subagent_id: subagentId, conflicts },
    });
}
