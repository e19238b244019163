import { idSchema } from "@retinue/engine-contract";
import { z } from "zod";
import { appliedChangesReply, appliedChangesReplySchema } from "../reply/applied-changes-reply.ts";
import { defineTool } from "./subagent-tool.ts";

export const applySubagentChanges = defineTool({
  name: "apply_subagent_changes",
  title: "Apply a subagent's changes",
  description: [
    "Write what a subagent changed into the repository that it was given with `changes`: every file or none.",
    "Refused where a file that it touches has uncommitted changes, and where they do not fit; the error says what to do.",
    "No hook runs and nothing is signed. Look at the patch that its result names first; to keep the branch's history, git merge it instead.",
  ].join(" "),
  input: z.strictObject({
    subagent_id: idSchema.describe("An ended subagent whose result has `changes`"),
    three_way: z
      .boolean()
      .default(false)
      .describe("true: what does not fit is merged and staged, and conflicts are marked in the files"),
    commit: z.boolean().default(false).describe("true: commit what was applied, those files alone"),
  }),
  output: appliedChangesReplySchema,
  // What a client asks its user about: files of the repository are replaced and removed.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run({ subagent_id, three_way: threeWay, commit }, { manager }) {
    const applied = await manager.applyChanges(subagent_id, { threeWay, commit });
    return { reply: appliedChangesReply(subagent_id, applied), results: [] };
  },
});
