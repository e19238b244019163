import { recoverSubagent } from "@retinue/recovery";
import type { SubagentListEntry } from "@retinue/runtime";
import { limitedText } from "@retinue/status-model";

/** Of what is being said the end tells most. */
const lastCharacters = 1000;

/** What would be recovered of a run if it ended now: an answer, or the draft of one. Undefined when there is neither. */
export async function answerSoFar({ subagent_id, log_path, workspace, elapsed_seconds }: SubagentListEntry) {
  if (workspace === "") return undefined;
  const { answer, answer_source: source } = await recoverSubagent({
    subagentId: subagent_id,
    logPath: log_path ?? null,
    workspacePath: workspace,
    executionTimeSeconds: elapsed_seconds ?? 0,
    ending: "timeout",
  });
  return answer === null || source === undefined ? undefined : { answer, source };
}

/** The same, as a status tells it. */
export async function soFar(row: SubagentListEntry) {
  const { answer, source } = (await answerSoFar(row)) ?? {};
  if (answer === undefined || source === undefined) return undefined;
  return {
    reason: source.reason,
    ...(source.agent_id !== undefined && { agent_id: source.agent_id }),
    characters: answer.length,
    ends_with: limitedText(answer.slice(-lastCharacters).toWellFormed(), lastCharacters),
    path: source.path,
  };
}
