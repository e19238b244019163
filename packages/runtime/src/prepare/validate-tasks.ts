import { pathText } from "@retinue/errors";
import type { z } from "zod";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { subagentTaskSchema, type SubagentTask } from "../contract/subagent-task.ts";
import { applyProfile } from "./apply-profile.ts";

/**
 * Checks the tasks of one call, all of them, before anything is started, and gives each its role.
 *
 * @throws RuntimeError NO_TASKS, TOO_MANY_TASKS, INVALID_TASK, DUPLICATE_ID, RESERVED_SUBAGENT_TYPE or
 * UNKNOWN_SUBAGENT_TYPE, naming the task by its place and the value.
 */
export function validateTasks(
  tasks: unknown,
  maxTasks: number,
  { activeTypes, reservedTypes }: Pick<Settings, "activeTypes" | "reservedTypes">,
): SubagentTask[] {
  if (!Array.isArray(tasks) || tasks.length === 0) {
    throw new RuntimeError("NO_TASKS", "There is no task to spawn", {
      remedy: 'Give tasks as a list of objects, for example [{"task": "List the dependencies"}].',
    });
  }
  if (tasks.length > maxTasks) {
    throw new RuntimeError(
      "TOO_MANY_TASKS",
      `${tasks.length} tasks were given, at most ${maxTasks} go into one call`,
      {
        remedy: `Spawn ${maxTasks} at a time; the rest with a further call, or raise subagent_max_concurrent.`,
        details: { tasks: tasks.length, max: maxTasks },
      },
    );
  }
  const checked = tasks.map((task: unknown, index) => validateTask(task, index));
  refuseRepeatedIds(checked);
  checked.forEach((task, index) => refuseReserved(task, index, reservedTypes));
  // Asked for at every spawn, so that what is wrong with the profiles is said.
  const active = activeTypes();
  return checked.map((task, index) => applyProfile(task, index, active));
}

function validateTask(task: unknown, index: number): SubagentTask {
  const parsed = subagentTaskSchema.safeParse(task);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => describeIssue(issue, task));
    throw new RuntimeError("INVALID_TASK", `Task ${index + 1} is not valid: ${problems.join("; ")}`, {
      remedy: `Correct it. A task has: ${Object.keys(subagentTaskSchema.shape).join(", ")}; only task is required.`,
      details: { index, problems },
    });
  }
  return parsed.data;
}

function describeIssue(issue: z.core.$ZodIssue, task: unknown): string {
  const value = issue.path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step],
    task,
  );
  if (issue.code === "unrecognized_keys") return `unknown key ${issue.keys.join(", ")}`;
  return `${pathText(issue.path)} ${wording(issue)} (found ${excerpt(value)})`;
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_type") return issue.message;
  return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function refuseRepeatedIds(tasks: readonly SubagentTask[]): void {
  const seen = new Set<string>();
  for (const { subagent_id } of tasks) {
    if (subagent_id === undefined) continue;
    if (seen.has(subagent_id)) {
      throw new RuntimeError(
        "DUPLICATE_ID",
        `subagent_id ${JSON.stringify(subagent_id)} is given to more than one task`,
        {
          remedy: "Give each task an id of its own, or leave the ids out.",
          details: { subagent_id },
        },
      );
    }
    seen.add(subagent_id);
  }
}

function refuseReserved(
  { subagent_name, subagent_type = subagent_name }: SubagentTask,
  index: number,
  reserved: readonly string[],
): void {
  if (subagent_type === undefined) return;
  if (!reserved.some((type) => type.toLowerCase() === subagent_type.toLowerCase())) return;
  throw new RuntimeError(
    "RESERVED_SUBAGENT_TYPE",
    `Task ${index + 1} asks for subagent_type ${JSON.stringify(subagent_type)}, which is reserved: this configuration has the orchestrator start it`,
    {
      remedy:
        "Leave subagent_type out, or use another: the orchestrator starts this one by itself when it is due.",
      details: { index, subagent_type },
    },
  );
}
