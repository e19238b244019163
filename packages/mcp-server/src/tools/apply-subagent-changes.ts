import { idSchema } from "@retinue/engine-contract";
import { z } from "zod";
import { appliedChangesReply, appliedChangesReplySchema } from "../reply/applied-changes-reply.ts";
import { defineTool } from "./subagent-tool.ts";

export const applySubagentChanges = defineTool({
  name: "apply_subagent_changes",
  title: "Apply a subagent's changes",
  description:
    "Write what a subagent changed into the repository that it was given with `changes`: all of it or nothing. Refused where it touches what is not committed, or does not fit; the error says what to do. No hook runs. Look at the patch in its result first.",
  input: z.strictObject({
    subagent_id: idSchema.describe("One whose result has `changes`"),
    three_way: z.boolean().default(false).describe("true: merge what does not fit, stage it, mark conflicts"),
    commit: z.boolean().default(false).describe("true: commit those files alone"),
  }),
  output: appliedChangesReplySchema,
  // What a client asks its user about: files of the repository are replaced and removed.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run({ subagent_id, three_way: threeWay, commit }, { manager }) {
    const applied = await manager.applyChanges(subagent_id, { threeWay, commit });
    return { reply: appliedChangesReply(subagent_id, applied), results: [] };
  },
});
