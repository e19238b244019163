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
  const listeners = new Set<(finished: FinishedSubagent) => void>();
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
      needs: undefined,
      result: promise,
      launched: Promise.resolve(),
      progress: () => progress as AsyncIterable<SimplifiedStatus>,
    };
    runs.set(id, { spawned, end: resolve, progress });
    return spawned;
  };

  const unacknowledged = async (): Promise<FinishedSubagent[]> =>
    [...runs.values()].flatMap(({ result }) =>
      result === undefined || acknowledged.some((other) => other === result) ? [] : [finishedOf(result)],
    );

  const manager: ScriptedManager = {
    tasks,
    messages,
    acknowledged,
    running: () => [...runs].filter(([, { result }]) => result === undefined).map(([id]) => id),
    spawn: refuse,
    wait: refuse,
    watch() {
      throw new Error("the script has no such step");
    },
    clean: refuse,
    run: refuse,
    changes: refuse,
    applyChanges: refuse,
    async send(id, text, { agents = ["solo"] } = {}) {
      if (runs.get(id)?.result !== undefined || !runs.has(id)) throw unknown(id);
      messages.push(text);
      const delivered = agents.map((agent_id) => ({ agent_id, at: "2026-01-01T00:00:00Z" }));
      return { message_id: "msg_1_0", state: "delivered", delivered, unsupported: [] };
    },
    async cancel(id) {
      return manager.finish(id, { status: "partial", success: false, error: "cancelled" });
    },
    async status(id) {
      if (runs.has(id))
        return { subagent_id: id, status: known(id).result === undefined ? "running" : "completed" };
      throw unknown(id);
    },
    onFinished(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
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
      if (!runs.has(id)) throw unknown(id);
      messages.push(message);
      return start(id, options?.timeoutSeconds);
    },
    async result(id) {
      if (!runs.has(id)) throw unknown(id);
      return known(id).result;
    },
    async list() {
      return [...runs.values()].map(({ spawned, result }) => listEntry(spawned, result));
    },
    finish(id, given = {}) {
      const run = known(id);
      run.result = { ...emptyResult(run.spawned), ...given };
      run.progress.end();
      run.end(run.result);
      for (const listener of listeners) listener(finishedOf(run.result));
      return run.result;
    },
    progress(id, status) {
      known(id).progress.write({ subagent_id: id, status: "running", ...status });
    },
  };
  return manager;
}

function unknown(id: string): RuntimeError {
  return new RuntimeError("UNKNOWN_SUBAGENT", `There is no subagent "${id}"`, {
    remedy: "See list_subagents.",
  });
}

function finishedOf(result: SubagentResult): FinishedSubagent {
  return { subagentId: result.subagent_id, run: 1, ending: "completed", result };
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
    ...(result !== undefined && { token_usage: result.token_usage }),
  };
}
