import { createSubagentManager, type SubagentTask } from "@retinue/runtime";
import { resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import { bringBack, type BringBackOptions } from "../run/bring-back.ts";
import type { ResultExitCode } from "../run/exit-code.ts";
import { commandTrace } from "../trace/telemetry-of.ts";
import { teamOptions, type TeamChoice } from "../run/team-options.ts";

export interface RunOptions extends TeamChoice, BringBackOptions {
  /** Subagent type of each task. */
  readonly type?: string | undefined;
  /** Files or directories that the subagents may read besides the workspace. */
  readonly context?: readonly string[] | undefined;
  /** A repository, or a directory, that each subagent changes in a copy of its own. */
  readonly changes?: string | undefined;
  /** Seconds of each run. */
  readonly timeout?: number | undefined;
  /** US dollars that each run may spend. */
  readonly budget?: number | undefined;
  /** First answers only, no vote. */
  readonly quick?: boolean | undefined;
}

/**
 * `retinue run <task...>`: a subagent for each task, from its start to its answer, which goes to stdout.
 *
 * @throws CliError, CoordinationConfigError or RuntimeError; nothing was started.
 */
export async function run(tasks: readonly string[], options: RunOptions): Promise<ResultExitCode> {
  requireQuoted(tasks);
  const { type, context, changes, timeout, budget, quick = false } = options;
  const wanted = tasks.map((task): SubagentTask => ({
    task,
    ...(type !== undefined && { subagent_type: type }),
    // As the shell's user means them: from where they are, wherever the workspace is.
    ...(context !== undefined && { context_paths: context.map((path) => resolve(path)) }),
    ...(changes !== undefined && { changes: { path: resolve(changes) } }),
    ...(timeout !== undefined && { timeout_seconds: timeout }),
    ...(budget !== undefined && { max_cost: budget }),
  }));
  await using manager = createSubagentManager(await teamOptions(options));
  return await bringBack(
    manager,
    (signal) =>
      manager.spawnParallel(wanted, {
        refine: !quick,
        blocking: !options.detach,
        trace: commandTrace(),
        signal,
      }),
    options,
  );
}

/** A task whose quotes were forgotten must not become a team for each of its words. */
function requireQuoted(tasks: readonly string[]): void {
  const word = tasks.length < 2 ? undefined : tasks.find((task) => !/\s/.test(task.trim()));
  if (word === undefined) return;
  throw new CliError(
    "INVALID_OPTION",
    `There are ${tasks.length} tasks, each for a subagent of its own, and one is the single word ${JSON.stringify(word)}`,
    { remedy: 'Put quotes around each task: retinue run "first task" "second task".' },
  );
}
