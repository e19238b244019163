import { z } from "zod";
import { jobResultReplySchema } from "../reply/job-reply.ts";
import { jsonLength, prefixWithin } from "../reply/prefix-within.ts";
import { jobIdSchema, jobRow, pollAfterMs } from "./job-row.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "get_background_tool_result";

/** For the keys of a reply that is a further part, with an id and a file as long as they may be. */
const frameCharacters = 1000;

/** Says how a model gets the rest of an answer. */
export const nextPart = (job_id: string, offset: number): string =>
  `${operation} ${JSON.stringify({ job_id, offset })}`;

export const getBackgroundToolResult = defineTool({
  name: operation,
  title: "Read a job's result",
  description:
    "What a job came back with, also if it was told before. A long answer comes in parts: `next` is the call for the next one. Of a job that runs: ready is false.",
  input: z.strictObject({
    job_id: jobIdSchema,
    offset: z.number().int().min(0).default(0).describe("The part of the answer from this character on"),
  }),
  output: jobResultReplySchema,
  // What it does change is bookkeeping: which results have been delivered.
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ job_id, offset }, { manager, budget, hold }) {
    // What is asked for by name is not to come by another call besides.
    hold.add([job_id]);
    const result = await manager.result(job_id);
    const { status } = await jobRow(manager, job_id);
    if (result === undefined) {
      const poll_after_ms = pollAfterMs;
      return {
        reply: { success: true, operation, job_id, ready: false, status, poll_after_ms },
        results: [],
      };
    }
    const answer = result.answer?.toWellFormed() ?? "";
    const frame = { success: true, operation, job_id, ready: true, status };
    // The texts beside the answer are cut where they would take more than half of it.
    const about = offset > 0 ? 0 : JSON.stringify({ ...result, answer: "" }).length;
    const room = Math.max(budget.characters / 2, budget.characters - about) - frameCharacters;
    const whole = offset === 0 && jsonLength(answer) <= room;
    const shown = whole ? answer.length : prefixWithin(answer.slice(offset), Math.floor(room));
    const end = offset + shown;
    const reply = {
      ...frame,
      ...(offset === 0
        ? { result: { ...result, answer: result.answer === null ? null : answer.slice(0, end) } }
        : { answer: answer.slice(offset, end) }),
      ...((offset > 0 || end < answer.length) && { offset, characters: answer.length }),
      ...(end < answer.length && { next: nextPart(job_id, end) }),
    };
    return { reply, results: [result] };
  },
});
