import type { SubagentListEntry, SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { wholeListReplySchema } from "../reply/list-reply.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "list_subagents";

// A row has some 500 characters; more would leave each too little room in a reply.
const maxRows = 300;
// Each is read from its record, and an answer may have any length.
const maxResults = 50;

/** The list as MassGen's parents read it, who take results from it: every key of its own list. */
export const listResults = defineTool({
  name: operation,
  title: "List subagents",
  description: [
    `All subagents of this workspace with status, workspace and session, running ones with their progress and the seconds they have left, the ${maxResults} that ended last with their result.`,
    "Subagents of earlier servers are among them. Answers at once, also while a spawn is waiting; results come by themselves with a later call, so there is no need to poll.",
  ].join(" "),
  input: z.strictObject({}),
  output: wholeListReplySchema,
  // What it does change is bookkeeping: which results have been delivered.
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(_input, { manager }) {
    const all = await manager.list();
    const shown = newestRows(all);
    const subagents = await withResults(shown, manager);
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

type Row = SubagentListEntry & { readonly result?: SubagentResult };

/** The rows, those that ended last with what they came back with. */
function withResults(rows: readonly SubagentListEntry[], manager: SubagentManager): Promise<Row[]> {
  const ended = rows
    // A peer's cannot be continued here, and its result is not ours to read.
    .filter(({ ended_at, continuable }) => ended_at !== null && continuable)
    .toSorted((one, other) => Date.parse(other.ended_at ?? "") - Date.parse(one.ended_at ?? ""))
    .slice(0, maxResults);
  const isLast = new Set(ended);
  return Promise.all(
    rows.map(async (row) => {
      if (!isLast.has(row)) return row;
      // A record that cannot be read leaves its row as it is.
      const result = await manager.result(row.subagent_id).catch(() => undefined);
      return result === undefined ? row : { ...row, result };
    }),
  );
}

/** The rows of all that run and of those that were made last, in the order that they have. */
function newestRows(rows: readonly SubagentListEntry[]): SubagentListEntry[] {
  let ended = maxRows - rows.filter(({ status }) => status === "running").length;
  return rows
    .toReversed()
    .filter(({ status }) => status === "running" || ended-- > 0)
    .toReversed();
}
