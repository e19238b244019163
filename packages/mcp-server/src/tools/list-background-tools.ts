import { z } from "zod";
import { countStatuses } from "../reply/count-statuses.ts";
import { jobListReplySchema } from "../reply/job-reply.ts";
import { newestFirst, pageOf } from "../reply/page-of.ts";
import { listCharacters } from "./list-subagents.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "list_background_tools";

export const listBackgroundTools = defineTool({
  name: operation,
  title: "List background jobs",
  description:
    "A line for each background job that runs, newest first; with include_all those that ended as well. A job is a subagent's run, its job_id the subagent_id.",
  input: z.strictObject({
    include_all: z.boolean().default(false).describe("true: those that ended as well"),
    offset: z.number().int().min(0).default(0).describe("Where the page begins; the reply's `next` has it"),
  }),
  output: jobListReplySchema,
  characters: listCharacters,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ include_all, offset }, { manager, budget }) {
    const all = await manager.list();
    const chosen = newestFirst(all.filter(({ status }) => include_all || status === "running"));
    const { lines, next } = pageOf(chosen, offset, budget.characters);
    const reply = {
      success: true,
      operation,
      jobs: lines.map(({ subagent_id, ...line }) => ({ job_id: subagent_id, ...line })),
      count: chosen.length,
      ...(chosen.length > 0 && { statuses: countStatuses(chosen) }),
      ...(next !== undefined && { next: `${operation} ${JSON.stringify({ include_all, offset: next })}` }),
    };
    return { reply, results: [] };
  },
});
