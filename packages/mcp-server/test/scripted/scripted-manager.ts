import { PassThrough } from "node:stream";
import {
  RuntimeError,
  type FinishedSubagent,
  type SpawnedSubagent,
  type SubagentListEntry,
  type SubagentManager,
  type SubagentTask,
} from "@retinue/runtime";
import type { SimplifiedStatus, SubagentResult } from "@retinue/status-model";

/** A manager in memory whose runs end when the test says so. */
export interface ScriptedManager extends SubagentManager {
  /** What reached the manager: every task, in order. */
  readonly tasks: SubagentTask[];
  readonly messages: string[];
  readonly acknowledged: SubagentResult[];
  finish(id: string, result?: Partial<SubagentResult>): SubagentResult;
  progress(id: string, status: Partial<SimplifiedStatus>): void;
  readonly running: () => string[];
}

interface Run {
  readonly spawned: SpawnedSubagent;
  readonly end: (result: SubagentResult) => void;
  readonly progress: PassThrough;
  result?: SubagentResult;
}

export function scriptedManager(): ScriptedManager {
  const runs = new Map<string, Run>();
  const tasks: SubagentTask[] = [];
  const messages: string[] = [];
  const acknowledged: SubagentResult[] = [];
  const known = (id: string): Run => {
    const run = runs.get(id);
    if (run === undefined) throw new Error(`the script has no run ${id}`);
    return run;
  };
  const refuse = async (): Promise<never> => {
    throw new Error("the script has no such step");
  };

  const start = (id: string, timeout = 300): SpawnedSubagent => {
    if (runs.has(id) && runs.get(id)?.result === undefined) {
      throw new RuntimeError("ALREADY_RUNNING", `subagent_id "${id}" is running already`, {
        remedy: "Choose another id.",
      });
    }
    const { promise, resolve } = Promise.withResolvers<SubagentResult>();
    const progress = new PassThrough({ objectMode: true });
    const spawned: SpawnedSubagent = {
      subagentId: id,
      run: 1,
      workspace: `/w/subagents/${id}/workspace`,
      statusFile: `/l/subagents/${id}/full_logs/status.json`,
      timeoutSeconds: timeout,
      warning: undefined,
      result: promise,
      progress: () => progress as AsyncIterable<SimplifiedStatus>,
    };
    runs.set(id, { spawned, end: resolve, progress });
    return spawned;
  };

  const unacknowledged = async (): Promise<FinishedSubagent[]> =>
    [...runs.values()].flatMap(({ result }) =>
      result === undefined || acknowledged.some((other) => other === result)
        ? []
        : [{ subagentId: result.subagent_id, run: 1, ending: "completed" as const, result }],
    );

  return {
    tasks,
    messages,
    acknowledged,
    running: () => [...runs].filter(([, { result }]) => result === undefined).map(([id]) => id),
    spawn: refuse,
    cancel: refuse,
    status: refuse,
    onFinished: () => () => {},
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
    unacknowledged,
    async acknowledge(finished) {
      acknowledged.push(...finished.flatMap(({ subagentId }) => known(subagentId).result ?? []));
    },
    async spawnParallel(given) {
      tasks.push(...given);
      return given.map(({ subagent_id, timeout_seconds }, index) =>
        start(subagent_id ?? `subagent_${index + 1}`, timeout_seconds),
      );
    },
    async continue(id, message, options) {
      if (!runs.has(id)) {
        throw new RuntimeError("UNKNOWN_SUBAGENT", `There is no subagent "${id}"`, {
          remedy: "See list_subagents.",
        });
      }
      messages.push(message);
      return start(id, options?.timeoutSeconds);
    },
    result: async (id) => known(id).result,
    async list() {
      return [...runs.values()].map(({ spawned, result }) => listEntry(spawned, result));
    },
    finish(id, given = {}) {
      const run = known(id);
      run.result = { ...emptyResult(run.spawned), ...given };
      run.progress.end();
      run.end(run.result);
      return run.result;
    },
    progress(id, status) {
      known(id).progress.write({ subagent_id: id, status: "running", ...status });
    },
  };
}

function emptyResult({
  subagentId: subagent_id,
  workspace,
  timeoutSeconds: timeout_seconds,
}: SpawnedSubagent): SubagentResult {
  return {
    subagent_id,
    status: "completed",
    success: true,
    answer: `answer of ${subagent_id}`,
    workspace,
    execution_time_seconds: 1.5,
    error: null,
    token_usage: {},
    timeout_seconds,
  };
}

function listEntry(
  { subagentId: subagent_id, workspace }: SpawnedSubagent,
  result?: SubagentResult,
): SubagentListEntry {
  return {
    subagent_id,
    status: result?.status ?? "running",
    workspace,
    task: "a task",
    created_at: "2026-01-01T00:00:00Z",
    started_at: "2026-01-01T00:00:00Z",
    ended_at: result === undefined ? null : "2026-01-01T00:01:00Z",
    execution_time_seconds: result?.execution_time_seconds ?? null,
    success: result?.success ?? null,
    session_id: null,
    last_continued_at: null,
    continuable: result !== undefined,
    source_agent: null,
  };
}
