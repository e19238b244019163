import { z } from "zod";
import { listReplySchema, type ListReply } from "../reply/list-reply.ts";
import { newestFirst, pageOf } from "../reply/page-of.ts";
import { countStatuses } from "../reply/count-statuses.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "list_subagents";

/** A list is read whole, again and again. */
export const listCharacters = 20_000;

const statuses = [
  "running",
  "completed",
  "completed_but_timeout",
  "partial",
  "timeout",
  "error",
  "cancelled",
  "failed",
] as const;

const input = z.strictObject({
  ids: z.array(z.string().min(1)).min(1).optional().describe("Only these"),
  status: z.array(z.enum(statuses)).min(1).optional().describe("Only with one of these"),
  since: z.iso
    .datetime({ offset: true, error: "must be a time such as 2026-11-24T17:00:00Z" })
    .optional()
    .describe("Only those that were started or ended since"),
  offset: z.number().int().min(0).default(0).describe("Where the page begins; the reply's `next` has it"),
});

export const listSubagents = defineTool({
  name: operation,
  title: "List subagents",
  description: [
    "A line for each subagent of this workspace, newest first: id, status, how its task begins, age, tokens, cost, workspace; of running ones progress and the seconds they have left. No answers.",
    "Subagents of earlier servers are among them. Answers at once, also while a spawn is waiting.",
  ].join(" "),
  input,
  output: listReplySchema,
  characters: listCharacters,
  // What it does change is bookkeeping: which results have been delivered.
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ offset, ...asked }, { manager, budget }) {
    const all = await manager.list();
    const known = new Set(all.map(({ subagent_id }) => subagent_id));
    const unknown = asked.ids?.filter((id) => !known.has(id)) ?? [];
    const chosen = newestFirst(all.filter((row) => isAsked(row, asked)));
    const { lines, next } = pageOf(chosen, offset, budget.characters);
    const reply: ListReply = {
      success: true,
      operation,
      subagents: [...lines],
      ...(unknown.length > 0 && { unknown }),
      count: chosen.length,
      ...(chosen.length > 0 && { statuses: countStatuses(chosen) }),
      ...(next !== undefined && { next: `${operation} ${JSON.stringify({ ...asked, offset: next })}` }),
    };
    return { reply, results: [] };
  },
});

type Asked = Omit<z.output<typeof input>, "offset">;
type Row = Parameters<typeof newestFirst>[0][number];

function isAsked(row: Row, { ids, status, since }: Asked): boolean {
  if (ids !== undefined && !ids.includes(row.subagent_id)) return false;
  if (status !== undefined && !status.some((one) => one === row.status)) return false;
  if (since === undefined || row.status === "running") return true;
  const last = [row.ended_at, row.last_continued_at, row.started_at, row.created_at];
  return last.some((at) => at !== null && Date.parse(at) >= Date.parse(since));
}
