// A parent's manager as a process: its user is the parent's, and the test that has started it calls it by messages.
import {
  createSubagentManager,
  type SimplifiedStatus,
  type SpawnedSubagent,
  type SpawnOptions,
  type SubagentManagerOptions,
  type SubagentResult,
  type SubagentTask,
} from "@retinue/runtime";
import { openTelemetry } from "@retinue/telemetry";

/** What its manager is made with, beside this process's environment. */
export type ManagingOptions = Omit<SubagentManagerOptions, "environment">;

export type Call =
  | { readonly spawn: readonly SubagentTask[]; readonly options: SpawnOptions }
  | { readonly cancel: string };

/** What it is asked, by a number that its answer has. */
export interface Asked {
  readonly number: number;
  readonly call: Call;
}

export type SpawnedRun = Pick<SpawnedSubagent, "subagentId" | "workspace">;

/** What it says. */
export type Told =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly failed: string }
  | { readonly subagentId: string; readonly progress: SimplifiedStatus }
  | { readonly subagentId: string; readonly result: SubagentResult };

const options = JSON.parse(process.argv[2] ?? "{}") as ManagingOptions;
const tell = (told: Told) => void process.send?.(told);
const manager = createSubagentManager({
  ...options,
  isContainer: () => true,
  environment: process.env,
  telemetry: await openTelemetry({
    environment: process.env,
    workspace: options.workspace,
    name: "parent",
    version: "1.0.0",
    log: () => {},
  }),
});

async function answer(call: Call): Promise<unknown> {
  if ("cancel" in call) return manager.cancel(call.cancel);
  const runs = await manager.spawnParallel(call.spawn, call.options);
  for (const run of runs) void follow(run);
  return runs.map(({ subagentId, workspace }): SpawnedRun => ({ subagentId, workspace }));
}

async function follow(run: SpawnedSubagent): Promise<void> {
  const { subagentId } = run;
  for await (const progress of run.progress()) tell({ subagentId, progress });
  tell({ subagentId, result: await run.result });
}

process.on("message", ({ number, call }: Asked) => {
  answer(call).then(
    (value) => tell({ number, value }),
    (error: unknown) => tell({ number, failed: String(error) }),
  );
});
process.on("disconnect", () => void manager.close());
