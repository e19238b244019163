import { z } from "zod";

/** Whether a merge would go through, and where it would not. */
export const mergeVerdictSchema = z.object({
  branch: z.string().describe("HEAD, or the branch of another subagent"),
  clean: z.boolean(),
  conflicts: z.array(z.string()).describe("The first 20 paths that conflict").optional(),
});
export type MergeVerdict = z.infer<typeof mergeVerdictSchema>;

/** What a subagent changed in the repository, or directory, that it was given. */
export const changesSchema = z
  .object({
    repository: z.string().describe("Absolute path of the directory that was to be changed"),
    tree: z.string().describe("Absolute path of the subagent's own tree; it is kept"),
    agent_id: z.string().describe("Whose tree it is").optional(),
    base: z.string().describe("The commit that the tree began with").optional(),
    branch: z.string().describe("In the repository: the changes as commits on base").optional(),
    commit: z.string().describe("What the branch points to").optional(),
    files: z.number().int().min(0),
    insertions: z.number().int().min(0),
    deletions: z.number().int().min(0),
    patch: z.string().describe("Absolute path of the changes as a patch").optional(),
    merges: z
      .array(mergeVerdictSchema)
      .describe("Whether the branch merges with HEAD and with other subagents' branches, by git merge-tree")
      .optional(),
    left_out: z
      .array(z.string())
      .describe("What of the tree is not among the changes, and why; the first 10")
      .optional(),
    error: z.string().describe("Why the changes could not be brought back; the tree holds them").optional(),
  })
  .describe("What it changed, where it was given a repository or a directory to change");
export type Changes = z.infer<typeof changesSchema>;
