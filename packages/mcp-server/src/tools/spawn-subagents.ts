import { subagentTaskSchema, type SubagentTask } from "@retinue/runtime";
import { isSuccess, type SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { spawnReplySchema, type SpawnReply } from "../reply/spawn-reply.ts";
import { backgroundReply, startedSubagent } from "../reply/started-subagent.ts";
import { summarize } from "../reply/summarize.ts";
import { defineTool } from "./subagent-tool.ts";

const operation = "spawn_subagents";

const input = z.strictObject({
  tasks: z
    .array(subagentTaskSchema)
    .min(1)
    .describe(
      "One subagent for each, at most 3 unless the server is configured otherwise. They start together, so none may need what another produces",
    ),
  background: z
    .boolean()
    .default(false)
    .describe("true: answer at once; the results come with later calls. false: wait for all results"),
  refine: z
    .boolean()
    .default(true)
    .describe("false: a quick run, first answers only, without rounds of voting"),
  cancel_with_call: z
    .boolean()
    .default(false)
    .describe("true: if you cancel this call, its subagents are stopped; false: they go on"),
  context_paths: z
    .array(z.string().min(1))
    .nullable()
    .optional()
    .describe("Added to the context_paths of every task"),
});

export const spawnSubagents = defineTool({
  name: operation,
  title: "Spawn subagents",
  description: [
    "Run independent tasks in parallel, each by a subagent of its own, isolated in its own workspace.",
    "Each task must be complete in itself: a subagent sees neither this conversation nor the other subagents, and cannot ask back.",
    "A subagent reads your workspace but writes only into its own: ask for files by relative path and collect them from `answer_directory` in its result. To have a repository edited give `changes: {path}`: the subagent works in a clone, yours stays as it is, and the result has branch, patch and whether it merges.",
    "Every subagent comes back: `completed` and `completed_but_timeout` carry a whole answer, `partial` the best answer that existed when it was cut off, `timeout` none, `error` says why it failed.",
    "Blocks until all have ended, unless background is true. If your call times out, the subagents go on, and their results come with your next call.",
  ].join(" "),
  input,
  output: spawnReplySchema,
  // Subagents run programs and talk to models; what they may do is up to their team.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(
    { tasks, background, refine, context_paths, cancel_with_call: cancels },
    { manager, budget, hold, trace, wait },
  ) {
    const spawned = await manager.spawnParallel(
      tasks.map((task) => withContextPaths(task, context_paths ?? [])),
      // One may end before all have begun: no other call is to take its result then.
      { refine, blocking: !background, trace, ...(!background && { onReserved: hold.add }) },
    );
    if (background) {
      const subagents = spawned.map((run, index) => startedSubagent(run, typeOf(tasks[index])));
      return { reply: backgroundReply(operation, subagents, budget) satisfies SpawnReply, results: [] };
    }
    const results = await wait(spawned, cancels ? "cancel" : undefined);
    return { reply: replyOf(results), results };
  },
  replyOf,
});

function replyOf(all: readonly SubagentResult[]): SpawnReply {
  const results = [...all];
  const success = results.every(({ status }) => isSuccess(status));
  return { success, operation, mode: "blocking", results, summary: summarize(results) };
}

function withContextPaths(task: SubagentTask, paths: readonly string[]): SubagentTask {
  if (paths.length === 0) return task;
  return { ...task, context_paths: [...new Set([...(task.context_paths ?? []), ...paths])] };
}

function typeOf(task: SubagentTask | undefined): string | undefined {
  return task?.subagent_type ?? task?.subagent_name;
}
