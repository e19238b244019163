import type { AppliedChanges } from "@retinue/runtime";
import { z } from "zod";
import { anyReplyShape, refusedShape } from "./finished-since-last-call.ts";

const maxFiles = 50;

/** Reply of apply_subagent_changes. */
export const appliedChangesReplySchema = z.object({
  success: z.boolean().describe("false: refused, or conflicts are to be resolved"),
  operation: z.literal("apply_subagent_changes"),
  subagent_id: z.string().optional(),
  repository: z.string().describe("Absolute path").optional(),
  applied: z.number().int().describe("How many files").optional(),
  files: z.array(z.string()).describe(`The first ${maxFiles}`).optional(),
  conflicts: z.array(z.string()).describe("Files with conflict marks; nothing was committed").optional(),
  commit: z.string().optional(),
  left_out: z.array(z.string()).describe("What could not be taken, and why").optional(),
  ...refusedShape,
  ...anyReplyShape,
});
export type AppliedChangesReply = z.infer<typeof appliedChangesReplySchema>;

export function appliedChangesReply(
  subagentId: string,
  { changes, files, conflicts, commit }: AppliedChanges,
): AppliedChangesReply {
  const { repository, left_out } = changes;
  return {
    success: conflicts === undefined,
    operation: "apply_subagent_changes",
    subagent_id: subagentId,
    repository,
    applied: files.length,
    files: files.slice(0, maxFiles),
    ...(conflicts !== undefined && { conflicts: conflicts.slice(0, maxFiles) }),
    ...(commit !== undefined && { commit }),
    ...(left_out !== undefined && { left_out }),
  };
}
