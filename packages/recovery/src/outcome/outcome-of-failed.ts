import { readOutput } from "../answer/read-output.ts";
import { searchAnswers } from "../answer/search-answers.ts";
import { searchDrafts } from "../answer/search-drafts.ts";
import { answeredAgents } from "../select/select-answer.ts";
import { outputTaken, type Outcome, type Evidence } from "./evidence.ts";

/** The run crashed, exited non-zero or was never launched: an error, with whatever can be found. */
export function outcomeOfFailed(evidence: Evidence): Outcome {
  const { run, sources, maxAnswerBytes } = evidence;
  const error = evidence.error ?? "the run failed";
  const { found, skipped, considered } = searchAnswers(run, sources, maxAnswerBytes);
  const { status } = run;
  const finished = status?.is_complete === true && status.coordination.phase === "presentation";
  if (finished && found?.source.reason === "winner") {
    const warnings = [`the work was finished, but the run did not end well: ${error}`, ...skipped];
    return { status: "completed_but_timeout", error, found, warnings, considered };
  }
  if (found !== undefined) return { status: "error", error, found, warnings: skipped, considered };
  const output = status && answeredAgents(status).size > 0 ? readOutput(sources, maxAnswerBytes) : undefined;
  if (output === undefined) {
    const draft = searchDrafts(run, maxAnswerBytes);
    const all = [...considered, ...draft.considered];
    return { status: "error", error, found: draft.found, warnings: skipped, considered: all };
  }
  return {
    status: "error",
    error,
    found: output,
    warnings: skipped,
    considered: [...considered, outputTaken(output)],
  };
}
