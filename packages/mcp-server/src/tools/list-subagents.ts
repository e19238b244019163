import { z } from "zod";
import { listReplySchema } from "../reply/list-reply.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "list_subagents";

export const listSubagents = defineTool({
  name: operation,
  title: "List subagents",
  description: [
    "All subagents of this workspace with status, workspace and session, running ones with their progress and the seconds they have left, ended ones with their result.",
    "Subagents of earlier servers are among them. Answers at once, also while a spawn is waiting; results come by themselves with a later call, so there is no need to poll.",
  ].join(" "),
  input: z.strictObject({}),
  output: listReplySchema,
  // What it does change is bookkeeping: which results have been delivered.
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(_input, { manager }) {
    const subagents = [...(await manager.list())];
    const results = subagents.flatMap(({ result }) => (result === undefined ? [] : [result]));
    return { reply: { success: true, operation, subagents, count: subagents.length }, results };
  },
});
