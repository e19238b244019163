import type { CallToolResult } from "@modelcontextprotocol/server";
import { RuntimeError, type RecordedRunView, type SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import { holdOn, type Hold } from "../deliver/undelivered.ts";
import { ownBudget } from "../deliver/with-finished.ts";
import { boundReply } from "../reply/bound-reply.ts";
import type { ReplyBudget } from "../reply/reply-budget.ts";
import { toolResult } from "../reply/tool-result.ts";
import { toolSet } from "../tools/tool-set.ts";
import { progressMessage } from "../wait/progress-message.ts";
import { taskCreated, type DetailedTask, type TaskFacts, type TaskSource } from "./serve-tasks.ts";
import { parseTaskId, taskIdOf, type RunName } from "./task-id.ts";

// Those that may wait for runs are always among them.
const tools = toolSet({ backgroundTools: false, listsResults: false });

const pollIntervalMs = 1000;

/** A client that has not asked for so long is not waiting any more: what ended comes with the next call. */
const patienceMs = 60_000;

export interface RunTasksOptions {
  readonly manager: () => Promise<SubagentManager>;
  /** What the result of a task may have. */
  readonly budget: ReplyBudget;
  /** Told of faults that no client can be told of. Must not throw. Default: nobody. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** The runs that calls wait for, as tasks. They are kept as runs are: what a task is says its id. */
export interface RunTasks {
  /** In place of the reply of a call of this tool, which would wait for these runs. */
  create(manager: SubagentManager, tool: string, runs: readonly RunName[]): CallToolResult;
  /** `onReply` calls back with whether the reply to the request was handed over. */
  source(onReply: (callback: (sent: boolean) => void) => void): TaskSource;
}

export function runTasks({ manager: opened, budget, onFault = () => {} }: RunTasksOptions): RunTasks {
  /** What keeps other calls from offering the results of these tasks. */
  const held = new Map<string, { readonly hold: Hold; readonly patience: NodeJS.Timeout }>();
  const release = (taskId: string) => {
    clearTimeout(held.get(taskId)?.patience);
    held.get(taskId)?.hold.release();
    held.delete(taskId);
  };
  const keep = (taskId: string, manager: SubagentManager, runs: readonly RunName[]) => {
    if (held.has(taskId)) return void held.get(taskId)?.patience.refresh();
    const hold = holdOn(manager);
    hold.add(runs.map(({ subagentId }) => subagentId));
    held.set(taskId, { hold, patience: setTimeout(() => release(taskId), patienceMs).unref() });
  };
  const find = async (taskId: string) => {
    const { tool, runs = [] } = parseTaskId(taskId) ?? {};
    const replyOf = tools.get(tool ?? "")?.replyOf;
    if (replyOf === undefined) return undefined;
    const manager = await opened();
    const views = await viewsOf(manager, runs);
    return views && { manager, runs, views, replyOf };
  };

  return {
    create(manager, tool, runs) {
      const taskId = taskIdOf(tool, runs);
      keep(taskId, manager, runs);
      const now = new Date().toISOString();
      return taskCreated(facts(taskId, now, now));
    },
    source: (onReply) => ({
      async get(taskId) {
        const found = await find(taskId);
        if (found === undefined) return undefined;
        const { manager, runs } = found;
        const task = await detailedTask(taskId, found, budget);
        if (task.status === "cancelled" || task.status === "failed") release(taskId);
        else keep(taskId, manager, runs);
        if (task.status === "completed") {
          onReply((sent) => {
            if (!sent) return;
            held.get(taskId)?.hold.delivered(runs);
            const acknowledged = manager.acknowledge(runs);
            void acknowledged.catch(onFault).finally(() => release(taskId));
          });
        }
        return task;
      },
      async cancel(taskId) {
        const found = await find(taskId);
        if (found === undefined) return false;
        const { manager, runs, views } = found;
        const open = runs.filter((_run, index) => views[index]?.end === undefined);
        // Then all of it is cancelled, and a task that was has no result: what is recovered comes with the next call.
        if (open.length === runs.length) release(taskId);
        for (const { subagentId } of open) {
          // One that has ended meanwhile is not running any more.
          manager.cancel(subagentId).catch((error) => error instanceof RuntimeError || onFault(error));
        }
        return true;
      },
    }),
  };
}

interface FoundTask {
  readonly manager: SubagentManager;
  readonly runs: readonly RunName[];
  readonly views: readonly RecordedRunView[];
  readonly replyOf: (results: readonly SubagentResult[]) => Record<string, unknown>;
}

/** What is on record of each run; undefined when one of them never was. */
async function viewsOf(
  manager: SubagentManager,
  runs: readonly RunName[],
): Promise<readonly RecordedRunView[] | undefined> {
  try {
    return await Promise.all(runs.map(({ subagentId, run }) => manager.run(subagentId, run)));
  } catch (error) {
    if (error instanceof RuntimeError && error.code === "UNKNOWN_SUBAGENT") return undefined;
    throw error;
  }
}

/** Never `input_required`: no agent asks, see the README. One that did would be told of here, and answered by `update`. */
async function detailedTask(
  taskId: string,
  { manager, runs, views, replyOf }: FoundTask,
  budget: ReplyBudget,
): Promise<DetailedTask> {
  const startedAt = views.map((view) => view.startedAt).toSorted()[0] as string;
  const ends = views.flatMap(({ end }) => end ?? []);
  if (ends.length < views.length) {
    const statuses = await Promise.all(runs.map(({ subagentId }) => manager.status(subagentId)));
    const now = new Date().toISOString();
    return { ...facts(taskId, startedAt, now), status: "working", statusMessage: progressMessage(statuses) };
  }
  const endedAt = ends
    .map(({ at }) => at)
    .toSorted()
    .at(-1) as string;
  const known = facts(taskId, startedAt, endedAt);
  if (ends.every(({ ending }) => ending === "cancelled")) {
    return { ...known, status: "cancelled", statusMessage: "what was recovered comes with the next call" };
  }
  const results = ends.flatMap(({ result }) => result ?? []);
  if (results.length < ends.length) {
    return { ...known, status: "failed", error: { code: -32603, message: "a result cannot be read" } };
  }
  return {
    ...known,
    status: "completed",
    result: toolResult(boundReply(replyOf(results), ownBudget(budget))),
  };
}

/** What every form of a task carries. They are kept as long as their runs. */
function facts(taskId: string, createdAt: string, lastUpdatedAt: string): TaskFacts {
  return { taskId, createdAt, lastUpdatedAt, ttlMs: null, pollIntervalMs };
}
