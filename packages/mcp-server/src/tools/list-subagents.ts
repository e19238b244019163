import type { SubagentListEntry } from "@retinue/runtime";
import { z } from "zod";
import { listReplySchema } from "../reply/list-reply.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "list_subagents";

// A row has some 500 characters and its result; more would leave each too little room in a reply.
const maxRows = 300;

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
    const all = await manager.list();
    const subagents = newestRows(all);
    const truncated = `subagents: the newest ${subagents.length} of ${all.length} and those that run`;
    const results = subagents.flatMap(({ result }) => (result === undefined ? [] : [result]));
    const reply = {
      success: true,
      operation,
      subagents,
      count: all.length,
      ...(subagents.length < all.length && { truncated }),
    };
    return { reply, results };
  },
});

/** The rows of all that run and of those that were made last, in the order that they have. */
function newestRows(rows: readonly SubagentListEntry[]): SubagentListEntry[] {
  let ended = maxRows - rows.filter(({ status }) => status === "running").length;
  return rows
    .toReversed()
    .filter(({ status }) => status === "running" || ended-- > 0)
    .toReversed();
}
