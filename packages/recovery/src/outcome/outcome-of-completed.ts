import type { OrchestratorStatus } from "@retinue/status-model";
import { presentedAnswer, type FoundAnswer } from "../answer/first-readable.ts";
import { readOutput } from "../answer/read-output.ts";
import { searchAnswers } from "../answer/search-answers.ts";
import { answeredAgents } from "../select/select-answer.ts";
import { outputTaken, type Outcome, type Evidence } from "./evidence.ts";
import { lastLines } from "./last-lines.ts";

/** The run exited 0: its output, else what the winner presented, else the best answer that is left. */
export function outcomeOfCompleted(evidence: Evidence): Outcome {
  const { run, sources, maxAnswerBytes } = evidence;
  const output = readOutput(sources, maxAnswerBytes);
  if (nobodyAnswered(run.status)) {
    // Unless an answer is on disk after all, the output is what an engine prints when its model fails.
    const search = searchAnswers(run, sources, maxAnswerBytes);
    if (search.found === undefined) {
      const note = "by status.json no agent ever answered";
      const considered = output === undefined ? [] : [{ ...outputTaken(output), taken: false, note }];
      return withoutAnswer(evidence, output, [...considered, ...search.considered]);
    }
  }
  if (output !== undefined) return completed(output, [outputTaken(output)]);
  const winner = run.status?.results.winner;
  const presented = winner ? presentedAnswer(winner, run, maxAnswerBytes) : undefined;
  if (presented !== undefined) {
    const { reason, path, agent_id } = presented.source;
    return completed(presented, [{ reason, path, ...(agent_id && { agent_id }), taken: true }]);
  }
  const { found, skipped, considered } = searchAnswers(run, sources, maxAnswerBytes);
  if (found === undefined) return withoutAnswer(evidence, undefined, considered);
  return { ...completed(found, considered), warnings: skipped };
}

/** By a status whose sections can be read. A damaged section proves nothing. */
function nobodyAnswered(status: OrchestratorStatus | undefined): boolean {
  if (status === undefined || status.agents.size === 0 || answeredAgents(status).size > 0) return false;
  return [...status.agents.values()].every(({ answer_count }) => answer_count === 0);
}

function completed(found: FoundAnswer, considered: Outcome["considered"]): Outcome {
  return { status: "completed", error: null, found, considered };
}

function withoutAnswer(
  { error }: Evidence,
  output: FoundAnswer | undefined,
  considered: Outcome["considered"],
): Outcome {
  const lines = error ?? (output === undefined ? undefined : lastLines(output.text));
  const what = "the run ended without an answer";
  return { status: "error", error: lines === undefined ? what : `${what}: ${lines}`, considered };
}
