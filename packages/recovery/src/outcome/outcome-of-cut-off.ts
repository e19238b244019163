import { readOutput } from "../answer/read-output.ts";
import { searchAnswers } from "../answer/search-answers.ts";
import { searchDrafts } from "../answer/search-drafts.ts";
import { answeredAgents } from "../select/select-answer.ts";
import { outputTaken, type Outcome, type Evidence } from "./evidence.ts";

/**
 * Requirement "Cancellation Recovery": the run was cut off at its deadline or on purpose. What was
 * put out counts only when an agent had answered: engines print their errors there as well.
 */
export function outcomeOfCutOff(evidence: Evidence): Outcome {
  const { run, sources, maxAnswerBytes } = evidence;
  const error = evidence.error ?? howItWasCutOff(evidence);
  const output = readOutput(sources, maxAnswerBytes);
  if (output !== undefined && run.status !== undefined && answeredAgents(run.status).size > 0) {
    return { status: "completed_but_timeout", error, found: output, considered: [outputTaken(output)] };
  }
  const { found, skipped, considered } = searchAnswers(run, sources, maxAnswerBytes);
  if (output !== undefined && found !== undefined) {
    return { status: "completed_but_timeout", error, found: output, considered: [outputTaken(output)] };
  }
  if (found === undefined) {
    const unproven =
      output === undefined
        ? []
        : [`${output.source.path} was not returned: nothing shows that an agent answered`];
    const warnings = [...skipped, ...unproven];
    const draft = searchDrafts(run, maxAnswerBytes);
    const all = [...considered, ...draft.considered];
    const status = draft.found === undefined ? "timeout" : "partial";
    return { status, error, found: draft.found, warnings, considered: all };
  }
  const presenting = run.status?.coordination.phase === "presentation";
  const status = presenting && found.source.reason === "winner" ? "completed_but_timeout" : "partial";
  return { status, error, found, warnings: skipped, considered };
}

function howItWasCutOff({ ending, executionTimeSeconds }: Evidence): string {
  if (ending === "cancelled") return "the run was cancelled";
  if (ending === "budget") return "the run was stopped since its budget was spent";
  return `the run was stopped at its deadline, after ${Math.round(executionTimeSeconds * 10) / 10} s`;
}
