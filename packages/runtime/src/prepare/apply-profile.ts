import { findProblem, findProfile, type ActiveProfiles } from "@retinue/subagent-profiles";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";

/**
 * A task with what its type gives it: the role's text before its prompt and the role's skills, where the
 * task has none of its own. Afterwards `subagent_type` is the profile's own name.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT_TYPE with the list of those that exist.
 */
export function applyProfile(task: SubagentTask, index: number, active: ActiveProfiles): SubagentTask {
  const { subagent_name, subagent_type = subagent_name, ...rest } = task;
  if (subagent_type === undefined) return task;
  const profile = findProfile(active, subagent_type);
  if (profile === undefined) throw unknownType(subagent_type, index, active);
  const { name, system_prompt, skills } = profile;
  return {
    system_prompt,
    ...(skills.length > 0 && { skills: [...skills] }),
    ...rest,
    subagent_type: name,
  };
}

function unknownType(type: string, index: number, active: ActiveProfiles): RuntimeError {
  const available = active.profiles.map(({ name }) => name);
  const asked = `Task ${index + 1} asks for subagent_type ${JSON.stringify(type)}`;
  const problem = findProblem(active, type);
  if (problem !== undefined) {
    return new RuntimeError(
      "UNKNOWN_SUBAGENT_TYPE",
      `${asked}, whose profile is broken: ${problem.message}`,
      {
        remedy: problem.remedy,
        details: { index, subagent_type: type, available, path: problem.path },
      },
    );
  }
  const list = available.length === 0 ? "there are none" : `there are ${available.join(", ")}`;
  return new RuntimeError("UNKNOWN_SUBAGENT_TYPE", `${asked}, which does not exist; ${list}`, {
    remedy:
      available.length === 0
        ? "Leave subagent_type out: no types are active. subagent_types of the configuration switches them on."
        : `Use one of ${available.join(", ")}, or leave subagent_type out. Others are switched on by subagent_types of the configuration.`,
    details: { index, subagent_type: type, available },
  });
}
