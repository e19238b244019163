import { changesSchema } from "@retinue/status-model";
import { z } from "zod";
import { ChangesError } from "../changes-error.ts";
import { findRepository, headOf } from "../git/find-repository.ts";
import { conflictsOf } from "../collect/merge-verdicts.ts";
import { gitText, partedByNul, runGit, type GitCall } from "../git/run-git.ts";
import { noteTaken } from "../record/taken.ts";
import { requireArguments } from "../require-arguments.ts";
import { asUser } from "./as-user.ts";
import { refuseOwnPrograms } from "./refuse-own-programs.ts";
import { refuseOwnSettings } from "./refuse-own-settings.ts";

export const mergeInputSchema = z.object({
  changes: changesSchema,
  message: z.string().min(1).describe("The merge's"),
  environment: z.record(z.string(), z.string().optional()).describe("PATH, HOME"),
});
export type MergeInput = z.input<typeof mergeInputSchema>;

/**
 * Merges a subagent's branch into what is checked out in its repository. Tried beforehand: what conflicts is refused,
 * and nothing has happened then. No hook runs, and nothing is signed.
 *
 * @returns The commit that is checked out afterwards.
 * @throws ChangesError NO_CHANGES without a branch; CONFLICT naming the paths; WOULD_RUN; WOULD_OVERWRITE in git's words.
 */
export async function mergeChanges(input: MergeInput): Promise<string> {
  const { changes, message, environment } = requireArguments("mergeChanges", mergeInputSchema, input);
  const { branch, commit, repository } = changes;
  const found = await findRepository(repository, environment);
  if (branch === undefined || commit === undefined || found === undefined)
    throw new ChangesError("NO_CHANGES", `there is no branch of these changes in ${repository}`, {
      remedy: changes.files === 0 ? "There is nothing to take over." : "Apply them instead.",
      details: { repository },
    });
  const { gitDirectory } = found;
  const head = await headOf(gitDirectory, environment);
  const conflicts = head === undefined ? [] : await conflictsOf(head, commit, { environment, gitDirectory });
  if (conflicts.length > 0)
    throw new ChangesError("CONFLICT", `${branch} conflicts with HEAD in ${conflicts.join(", ")}`, {
      remedy: `Merge it by hand: git merge ${branch}`,
      details: { repository, conflicts },
    });
  const call = await asUser(repository, environment);
  const paths = await touched(commit, call);
  await refuseOwnPrograms(paths, repository, call);
  await refuseOwnSettings(paths, repository, call);
  const args = ["merge", "--quiet", "--no-edit", "-m", message, commit];
  const merged = await runGit(args, { ...call, accept: [0, 1, 2, 128] });
  if (merged.code === 0) {
    noteTaken(changes, "merged");
    return gitText(["rev-parse", "HEAD"], call);
  }
  throw new ChangesError("WOULD_OVERWRITE", `${branch} was not merged: ${merged.stderr.trim()}`, {
    remedy: "Commit or stash what is in its way.",
    details: { repository, branch },
  });
}

/** What differs between HEAD, or where the branch left it, and the branch. */
async function touched(commit: string, call: GitCall): Promise<string[]> {
  const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", `HEAD...${commit}`];
  const { code, stdout } = await runGit(args, { ...call, accept: [0, 128] });
  if (code === 0) return partedByNul(stdout);
  // Without a common commit, or without a HEAD: all that it holds.
  const all = await runGit(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit], call);
  return partedByNul(all.stdout);
}
