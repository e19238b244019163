import { idSchema } from "@retinue/engine-contract";

/** A run by its subagent and its number. */
export interface RunName {
  readonly subagentId: string;
  readonly run: number;
}

/** The runs that a call of a tool waits for. */
export interface TaskRuns {
  readonly tool: string;
  readonly runs: readonly RunName[];
}

/** `spawn_subagents:a.1,b.1`: it says all that there is to know of a task, so that any server of the workspace can. */
export function taskIdOf(tool: string, runs: readonly RunName[]): string {
  return `${tool}:${runs.map(({ subagentId, run }) => `${subagentId}.${run}`).join(",")}`;
}

/** What such an id says; undefined for any other text. */
export function parseTaskId(taskId: string): TaskRuns | undefined {
  const [, tool, list] = /^(\w{1,100}):([\w.,-]{1,20000})$/.exec(taskId) ?? [];
  if (tool === undefined || list === undefined) return undefined;
  const runs = list.split(",").map((name): RunName | undefined => {
    const [, id, number] = /^([^.]+)\.([1-9]\d{0,8})$/.exec(name) ?? [];
    return idSchema.safeParse(id).success ? { subagentId: id as string, run: Number(number) } : undefined;
  });
  const known = runs.filter((run) => run !== undefined);
  return known.length === runs.length ? { tool, runs: known } : undefined;
}
