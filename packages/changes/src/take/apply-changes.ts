import { changesSchema, type Changes } from "@retinue/status-model";
import { dirname } from "node:path";
import { z } from "zod";
import { ChangesError } from "../changes-error.ts";
import { findRepository } from "../git/find-repository.ts";
import { gitText, partedByNul, runGit, type GitCall } from "../git/run-git.ts";
import { noteTaken, takenCommit } from "../record/taken.ts";
import { requireArguments } from "../require-arguments.ts";
import { asUser } from "./as-user.ts";
import { refuseOwnPrograms } from "./refuse-own-programs.ts";
import { refuseOwnSettings } from "./refuse-own-settings.ts";
import { literal, refuseUncommitted } from "./refuse-uncommitted.ts";

export const applyInputSchema = z.object({
  changes: changesSchema,
  threeWay: z.boolean().default(false).describe("Where it does not fit as it is: merged, conflicts marked"),
  commit: z.string().min(1).describe("The message of a commit of what was applied; default: none").optional(),
  environment: z.record(z.string(), z.string().optional()).describe("PATH, HOME"),
});
export type ApplyInput = z.input<typeof applyInputSchema>;

/** What an application came to. */
export interface Applied {
  /** Paths, relative to the repository. */
  readonly files: readonly string[];
  /** Those of them that hold marks of conflicts now; then nothing was committed. None without `threeWay`. */
  readonly conflicts?: readonly string[];
  readonly commit?: string;
}

/**
 * Applies a subagent's changes to the work tree that they were made for. All of them or none; with `threeWay` they are
 * staged as well, and what conflicts is marked. No hook runs, and nothing is signed.
 *
 * @throws ChangesError NO_CHANGES; WOULD_OVERWRITE naming what is not committed in the files that they touch;
 * WOULD_RUN; CONFLICT when they do not fit, and nothing was applied.
 */
export async function applyChanges(input: ApplyInput): Promise<Applied> {
  const { changes, threeWay, commit, environment } = requireArguments(
    "applyChanges",
    applyInputSchema,
    input,
  );
  const patch = requirePatch(changes);
  const { repository } = changes;
  // One that lies further up is another's.
  const isRepository =
    changes.commit !== undefined && (await findRepository(repository, environment))?.top === repository;
  const call = await asUser(repository, environment);
  const listed = await gitText(["apply", "--numstat", "-z", patch], call);
  const files = listed.split("\0").flatMap((line) => line.split("\t").slice(2).join("\t") || []);
  if (isRepository) {
    await refuseOwnPrograms(files, repository, call);
    await refuseOwnSettings(files, repository, call);
    await refuseTaken(changes, patch, call);
    await refuseUncommitted(files, changes, call);
  }
  const how = threeWay && isRepository ? ["--3way"] : [];
  const applied = await runGit(["apply", "--whitespace=nowarn", ...how, patch], {
    ...call,
    accept: [0, 1, 128],
  });
  if (applied.code !== 0) {
    const conflicts = how.length === 0 ? [] : await unmergedOf(files, call);
    if (conflicts.length > 0) return { files, conflicts };
    throw new ChangesError(
      "CONFLICT",
      `the changes do not fit what is in ${repository}: ${applied.stderr.trim()}`,
      {
        remedy: threeWay
          ? "Merge their branch, or take what is wanted by hand."
          : "Apply them three-way, merge their branch, or take what is wanted by hand.",
        details: { repository, patch },
      },
    );
  }
  noteTaken(changes, "applied");
  if (commit === undefined || !isRepository) return { files };
  const named = { ...call, input: files.map(literal).join("\0") };
  const those = ["--pathspec-from-file=-", "--pathspec-file-nul"];
  await runGit(["add", "--all", ...those], named);
  await runGit(["commit", "--quiet", "--message", commit, "--only", ...those], named);
  return { files, commit: await gitText(["rev-parse", "HEAD"], call) };
}

/** Asked for twice they would be said to be in their own way. @throws ChangesError NO_CHANGES. */
async function refuseTaken(changes: Changes, patch: string, call: GitCall): Promise<void> {
  if (takenCommit(dirname(patch)) !== changes.commit) return;
  const there = await runGit(["apply", "--reverse", "--check", patch], { ...call, accept: [0, 1, 128] });
  if (there.code !== 0) return;
  throw new ChangesError("NO_CHANGES", `these changes are in ${changes.repository} already`, {
    remedy: "There is nothing to take over.",
    details: { repository: changes.repository, patch },
  });
}

/** Those of the paths that git has marked conflicts in. */
async function unmergedOf(paths: readonly string[], call: GitCall): Promise<string[]> {
  const { stdout } = await runGit(["ls-files", "--unmerged", "-z"], call);
  const unmerged = new Set(partedByNul(stdout).map((line) => line.split("\t")[1]));
  return paths.filter((path) => unmerged.has(path));
}

/** @throws ChangesError NO_CHANGES. */
function requirePatch({ patch, error, tree, files }: Changes): string {
  if (patch !== undefined && files > 0) return patch;
  throw new ChangesError("NO_CHANGES", error ?? "the subagent changed nothing", {
    remedy:
      error === undefined ? "There is nothing to take over." : `Take what is wanted from ${tree} by hand.`,
    details: { tree },
  });
}
