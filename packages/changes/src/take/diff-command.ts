import { changesSchema } from "@retinue/status-model";
import { dirname } from "node:path";
import { z } from "zod";
import { ChangesError } from "../changes-error.ts";
import { runGit } from "../git/run-git.ts";
import { hostRepository } from "../record/plan.ts";
import { requireArguments } from "../require-arguments.ts";

export const diffInputSchema = z.object({
  changes: changesSchema,
  tool: z.boolean().default(false).describe("In the diff tool that the user's git is configured with"),
  plain: z.boolean().default(false).describe("Without colour, whatever is configured"),
  environment: z.record(z.string(), z.string().optional()).describe("The user's, all of it"),
});
export type DiffInput = z.input<typeof diffInputSchema>;

/** How a program is started. */
export interface DiffCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Set in a hook, or by whoever works on several repositories: another repository than the one that is meant. */
const elsewhere = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
].map((name) => [name, undefined] as const);

/**
 * The command that shows a subagent's changes as the user's git shows a difference: by their configuration, on a
 * terminal in their colours and through their pager. It compares commits, in their repository, or in the clone's own
 * where theirs does not have them; nothing in the subagent's tree is looked at.
 *
 * @throws ChangesError NO_CHANGES.
 */
export async function diffCommand(input: DiffInput): Promise<DiffCommand> {
  const { changes, tool, plain, environment } = requireArguments("diffCommand", diffInputSchema, input);
  const { base, commit, repository, patch, tree } = changes;
  if (base === undefined || commit === undefined || patch === undefined)
    throw new ChangesError("NO_CHANGES", "there are no changes to be shown", {
      remedy: changes.files === 0 ? "There is nothing to take over." : `See ${tree}.`,
      details: { tree },
    });
  const looked = { environment, settings: "users", cwd: repository, accept: [0, 1, 128] } as const;
  const has = await runGit(["cat-file", "-e", `${commit}^{commit}`], looked);
  const how = tool ? ["difftool", "--no-prompt"] : ["diff", ...(plain ? ["--no-color"] : [])];
  return {
    command: "git",
    args: [...how, base, commit, "--"],
    cwd: has.code === 0 ? repository : hostRepository(dirname(patch)),
    environment: { ...environment, ...Object.fromEntries(elsewhere) },
  };
}
