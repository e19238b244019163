import { z } from "zod";
import { jobWaitReplySchema } from "../reply/job-reply.ts";
import { awaitJobs } from "../wait/await-jobs.ts";
import { followJob } from "../wait/follow-job.ts";
import { jobIdSchema, pollAfterMs } from "./job-row.ts";
import { defineTool, WaitGivenUp, type ToolCall } from "./subagent-tool.ts";

const operation = "wait_for_background_tool";

/** Many clients give a call up after 60 s. */
const mostSeconds = 45;

const nothingNew =
  "Nothing of this runs, and no result of it is new: each was told, or another call waits for it. get_background_tool_result reads one again.";

/** Jobs that a reply names, and whose progress is told. */
const mostShown = 50;

const input = z.strictObject({
  job_ids: z.array(jobIdSchema).min(1).optional().describe("Default: all that run"),
  until: z.enum(["any", "all"]).default("any").describe("any: until one has ended; all: until each has"),
  timeout_seconds: z
    .number()
    .min(0)
    .default(mostSeconds)
    .describe(`At most ${mostSeconds}: a longer wait is cut to it, call again`),
});

export const waitForBackgroundTool = defineTool({
  name: operation,
  title: "Wait for background jobs",
  description:
    "Waits until a job, or all, ended; what they came back with is in finished_since_last_call of the same reply. One that came before is read again with get_background_tool_result. timed_out: nothing is wrong; work on, or call again after poll_after_ms. Only the wait ends when you cancel it.",
  input,
  output: jobWaitReplySchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ job_ids, until, timeout_seconds }, call) {
    const { manager, signal } = call;
    const before = new Map((await manager.list()).map(({ subagent_id, status }) => [subagent_id, status]));
    for (const id of job_ids ?? []) if (!before.has(id)) before.set(id, await statusOf(manager, id));
    const asked = job_ids ?? (await whatThereIs(before, call));
    const open = asked.filter((id) => before.get(id) === "running");
    const isReady = open.length === 0 || (until === "any" && open.length < asked.length);
    const seconds = Math.min(timeout_seconds, mostSeconds);
    const isOver = open.length === 0 && !(await isNew(asked, manager));
    const ready = isReady || (await waited(open, { until, seconds }, call));
    if (signal.aborted) throw new WaitGivenUp("the client no longer waits");
    const after = new Map((await manager.list()).map(({ subagent_id, status }) => [subagent_id, status]));
    const jobs = asked
      .slice(0, mostShown)
      .map((job_id) => ({ job_id, status: after.get(job_id) ?? before.get(job_id) ?? "running" }));
    const reply = {
      success: true,
      operation,
      ready,
      // Waiting is the pause: after a whole one it may wait again at once, after a mere look it may not.
      ...(!ready && {
        timed_out: true,
        poll_after_ms: Math.max(0, Math.round(pollAfterMs - seconds * 1000)),
      }),
      jobs,
      ...(isOver && { note: nothingNew }),
    };
    return { reply, results: [], first: asked };
  },
});

async function statusOf(manager: ToolCall["manager"], id: string): Promise<string> {
  const { status } = await manager.status(id);
  return status === "pending" ? "running" : status;
}

/** Whether one of these has ended and nobody has had its result. */
async function isNew(ids: readonly string[], manager: ToolCall["manager"]): Promise<boolean> {
  return (await manager.unacknowledged()).some(({ subagentId }) => ids.includes(subagentId));
}

/** All that runs, and what has ended and nobody has had; without what another call waits for. */
async function whatThereIs(
  statuses: ReadonlyMap<string, string>,
  { manager, hold }: ToolCall,
): Promise<string[]> {
  const running = [...statuses].flatMap(([id, status]) => (status === "running" ? [id] : []));
  const ended = (await manager.unacknowledged()).map(({ subagentId }) => subagentId);
  return [...new Set([...ended, ...running])].filter((id) => !hold.isHeldElsewhere(id));
}

async function waited(
  open: readonly string[],
  { until, seconds }: { readonly until: "any" | "all"; readonly seconds: number },
  { manager, signal, report }: ToolCall,
): Promise<boolean> {
  const followed = new Map(open.slice(0, mostShown).map((id) => [id, followJob(id, manager)]));
  const stop = report([...followed.values()]);
  try {
    const onEnded = (id: string) => followed.get(id)?.ended("ended");
    return await awaitJobs(manager, { running: open, until, seconds, signal, onEnded });
  } finally {
    stop();
  }
}
