import type { ConsideredAnswer, ListedAnswer } from "@retinue/recovery";

/** The file that would have been taken: an agent's newest. */
export function newestOf(
  { agent_id, path }: ConsideredAnswer,
  answers: readonly ListedAnswer[],
): string | undefined {
  if (path !== undefined || agent_id === undefined) return path;
  return answers.find((answer) => answer.agent_id === agent_id && answer.kind !== "draft")?.path;
}
