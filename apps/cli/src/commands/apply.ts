import { printableLine } from "@retinue/contained-fs";
import { applyChanges } from "@retinue/changes";
import { changesOf } from "./changes-of.ts";

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
 * @throws ChangesError when it would write over what is not committed, or does not fit.
 */
export async function apply(subagentId: string, options: ApplyOptions): Promise<void> {
  const changes = await changesOf(subagentId, options.workspace);
  const { files, commit } = await applyChanges({
    changes,
    threeWay: options["3way"] ?? false,
    ...(options.commit === true && { commit: `Changes of subagent ${subagentId}` }),
    environment: { ...process.env },
  });
  const lines = files.map((path) => printableLine(path));
  process.stdout.write(`${lines.join("\n")}\n${commit === undefined ? "" : `committed as ${commit}\n`}`);
}
