import { changesSchema, type Changes } from "@retinue/status-model";
import { z } from "zod";
import { ChangesError } from "../changes-error.ts";
import { findRepository } from "../git/find-repository.ts";
import { gitText, runGit, type GitCall } from "../git/run-git.ts";
import { noteTaken } from "../record/taken.ts";
import { requireArguments } from "../require-arguments.ts";
import { asUser } from "./as-user.ts";

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
  readonly commit?: string;
}

/**
 * Applies a subagent's changes to the work tree that they were made for. All of them or none; with `threeWay` what
 * conflicts is marked. No hook runs, and nothing is signed.
 *
 * @throws ChangesError NO_CHANGES; WOULD_OVERWRITE naming what is not committed in the files that they touch;
 * CONFLICT when they do not fit.
 */
export async function applyChanges(input: ApplyInput): Promise<Applied> {
  const { changes, threeWay, commit, environment } = requireArguments(
    "applyChanges",
    applyInputSchema,
    input,
  );
  const patch = requirePatch(changes);
  const { repository } = changes;
  const isRepository =
    changes.commit !== undefined && (await findRepository(repository, environment)) !== undefined;
  const call = await asUser(repository, environment);
  const listed = await gitText(["apply", "--numstat", "-z", patch], call);
  const files = listed.split("\0").flatMap((line) => line.split("\t").slice(2).join("\t") || []);
  if (isRepository) await refuseUncommitted(changes, files, call);
  const how = threeWay && isRepository ? ["--3way"] : [];
  const applied = await runGit(["apply", "--whitespace=nowarn", ...how, patch], {
    ...call,
    accept: [0, 1, 128],
  });
  if (applied.code !== 0)
    throw new ChangesError(
      "CONFLICT",
      `the changes do not fit what is in ${repository}: ${applied.stderr.trim()}`,
      {
        remedy: threeWay
          ? "Resolve what is marked, or take it back with git checkout."
          : "Apply them three-way, merge their branch, or take what is wanted by hand.",
        details: { repository, patch },
      },
    );
  noteTaken(changes, "applied");
  if (commit === undefined || !isRepository) return { files };
  const named = files.map((path) => `:(top,literal)${path}`);
  await runGit(["add", "--all", "--", ...named], call);
  await runGit(["commit", "--quiet", "--no-verify", "--message", commit, "--only", "--", ...named], call);
  return { files, commit: await gitText(["rev-parse", "HEAD"], call) };
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

/** What differs from HEAD in a file that is touched, unless the subagent began with just that. */
async function refuseUncommitted(
  { repository, base }: Changes,
  files: readonly string[],
  call: GitCall,
): Promise<void> {
  const literal = files.map((path) => `:(top,literal)${path}`);
  const args = [
    "status",
    "--porcelain",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignored",
    "--",
    ...literal,
  ];
  const status = (await runGit(args, call)).stdout.toString();
  const dirty = status.split("\0").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
  const lost: string[] = [];
  for (const path of dirty) if (!(await isOfBase(path, base, call))) lost.push(path);
  if (lost.length === 0) return;
  throw new ChangesError(
    "WOULD_OVERWRITE",
    `the changes touch what is not committed in ${repository}: ${lost.slice(0, 10).join(", ")}`,
    { remedy: "Commit or stash that first.", details: { repository, files: lost } },
  );
}

async function isOfBase(path: string, base: string | undefined, call: GitCall): Promise<boolean> {
  if (base === undefined) return false;
  const accept = [0, 1, 128];
  const then = await runGit(["rev-parse", "--verify", "--quiet", `${base}:${path}`], { ...call, accept });
  const now = await runGit(["hash-object", "--", path], { ...call, accept });
  return then.code === 0 && now.code === 0 && then.stdout.equals(now.stdout);
}
