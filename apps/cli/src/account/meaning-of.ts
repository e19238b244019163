import type { RecoveredDirectory } from "@retinue/recovery";
import type { SubagentResult } from "@retinue/status-model";

const meanings: Readonly<Record<SubagentResult["status"], string>> = {
  completed: "it finished",
  completed_but_timeout: "it was cut off, but the answer is whole",
  partial: "it was cut off; this is the best that there was",
  timeout: "it was cut off before any answer",
  error: "it failed",
};

/** The status of what was recovered, and what it means. A result knows no run that goes on; a person has to. */
export function meaningOf({ result, ending, unreadable }: RecoveredDirectory): {
  readonly status: string;
  readonly meaning: string;
} {
  const { status, answer } = result;
  if (ending.isRunning === true) {
    const meaning =
      answer === null ? "it goes on, and nobody has answered yet" : "it goes on; this is the best so far";
    return { status: "running", meaning };
  }
  const meaning = answer === null && unreadable.length > 0 ? "no answer of it may be read" : meanings[status];
  return { status, meaning };
}
