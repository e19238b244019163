import { entryAt, readText, removeFile, withRoot, writeFileWithin } from "@retinue/contained-fs";
import { join } from "node:path";
import { z } from "zod";
import { gitText, runGit, type GitCall } from "../git/run-git.ts";
import type { Environment } from "../git/git-environment.ts";
import { readDocument } from "../record/plan.ts";

const publishedSchema = z.object({
  version: z.literal(1),
  branch: z.string(),
  commit: z.string(),
  previous: z.string().describe("What the branch pointed to before, as we had left it").optional(),
});
export type Published = z.infer<typeof publishedSchema>;

const publishedName = "published.json";
const durable = ["-c", "core.fsync=loose-object,pack,pack-metadata,reference"];

/** What was published of a clone, or was about to be. */
export function readPublished(directory: string): Published | undefined {
  return readDocument(directory, publishedName, publishedSchema);
}

export interface Publication {
  readonly directory: string;
  readonly host: string;
  /** The parent's repository. */
  readonly commonDirectory: string;
  readonly subagentId: string;
  /** The parent's commit when the trees were made. */
  readonly head: string | undefined;
  readonly commit: string;
  readonly environment: Environment;
}

/**
 * Makes the branch in the parent's repository: the objects first, then one reference, and nothing else. What is going
 * to be done is noted before: after a kill at any instant it is done again, and comes to the same.
 *
 * @returns The branch's name.
 */
export async function publishBranch(publication: Publication): Promise<string> {
  const { directory, commonDirectory, commit, environment } = publication;
  const parent = { environment, gitDirectory: commonDirectory };
  await giveObjects(publication);
  const earlier = readPublished(directory);
  const branches = await branchesOf(parent);
  const own = earlier && branches.get(earlier.branch);
  if (earlier !== undefined && own?.commit === commit) return earlier.branch;
  const isOurs = own !== undefined && [earlier?.commit, earlier?.previous].includes(own.commit);
  const goesOn = isOurs && !own.isCheckedOut;
  // A name that was noted and never made, or whose branch was taken away since, is free again.
  const kept = goesOn || own === undefined ? earlier?.branch : undefined;
  const branch = kept ?? freeName(publication.subagentId, branches);
  const previous = goesOn ? own.commit : undefined;
  const note: Published = { version: 1, branch, commit, ...(previous !== undefined && { previous }) };
  withRoot(directory, (root) => writeFileWithin(root, publishedName, `${JSON.stringify(note)}\n`));
  const reference = `refs/heads/${branch}`;
  if (earlier?.branch === branch) removeOwnLock(join(commonDirectory, `${reference}.lock`));
  await runGit(
    [...durable, "update-ref", "--no-deref", reference, commit, previous ?? "0".repeat(commit.length)],
    parent,
  );
  return branch;
}

interface Branch {
  readonly commit: string;
  readonly isCheckedOut: boolean;
}

/** By name, those that could be in the way. */
async function branchesOf(parent: GitCall): Promise<Map<string, Branch>> {
  const format = "--format=%(refname:lstrip=2)%00%(objectname)%00%(worktreepath)";
  const listed = await gitText(["for-each-ref", format, "refs/heads/retinue"], parent);
  return new Map(
    listed.split("\n").flatMap((line) => {
      const [name = "", commit = "", workTree = ""] = line.split("\0");
      return name === "" ? [] : [[name, { commit, isCheckedOut: workTree !== "" }] as const];
    }),
  );
}

function freeName(subagentId: string, branches: ReadonlyMap<string, Branch>): string {
  // A branch of that name leaves no room for others beneath it.
  const prefix = branches.has("retinue") ? "retinue-" : "retinue/";
  const first = `${prefix}${subagentId}`;
  let name = first;
  for (let number = 2; branches.has(name); number++) name = `${first}-${number}`;
  return name;
}

/** Left by a git of ours that was killed: it was for this branch, which nobody else makes. */
function removeOwnLock(path: string): void {
  if (entryAt(path) === undefined) return;
  const text = readText(path, { maxBytes: 1000 });
  if (text === undefined || /^[0-9a-f]*\n?$/.test(text)) removeFile(path);
}

/** Below it objects lie one by one, as those of a commit do; above they come as a pack. */
const fewObjects = 100;

/** Writes what the commit has and the parent's HEAD had not into the parent's repository. */
async function giveObjects({ host, commonDirectory, head, commit, environment }: Publication): Promise<void> {
  const packing = ["pack-objects", "--revs", "--stdout", "--quiet", "--delta-base-offset"];
  const input = `${commit}\n${head === undefined ? "" : `^${head}\n`}`;
  const { stdout: pack } = await runGit(packing, { environment, gitDirectory: host, input });
  // The pack's header: its name, its version, how many objects there are.
  const isSmall = pack.readUInt32BE(8) < fewObjects;
  const taking = isSmall ? ["unpack-objects", "-q"] : ["index-pack", "--stdin"];
  await runGit([...durable, ...taking], { environment, gitDirectory: commonDirectory, input: pack });
}
