import { askAgent } from "../ask/ask-agent.ts";
import { agentTask, type CoordinationContext } from "../coordinate/agent-task.ts";
import { showAnswers } from "../coordinate/show-answers.ts";
import type { AgentState } from "../prepare/team-state.ts";
import { presentPrompt } from "../prompt/team-prompts.ts";

/** The final answer and how it came about. */
export interface Presented {
  readonly text: string;
  readonly how: "reused" | "presented" | "synthesized";
}

/**
 * Has the winner write the final answer, or reuses its answer as the rules say. A presenter that
 * fails, or has no time left, loses nothing: its answer is there. Undefined when the run was interrupted before it was through.
 */
export async function presentAnswer(
  context: CoordinationContext,
  winner: AgentState,
): Promise<Presented | undefined> {
  const { record, stop, wrapUp } = context;
  const { team } = record;
  const reused: Presented = { text: winner.answers.at(-1)?.text ?? "", how: "reused" };
  if (team.rules.finalAnswer === "reuse" || wrapUp.asked.aborted) return reused;
  const answers = await showAnswers(team, winner);
  const synthesize = team.rules.finalAnswer === "synthesize" && answers.length > 1;
  const prompt = presentPrompt({ task: agentTask(context, winner), answers, synthesize });
  const unhurried = { ...context, stop: AbortSignal.any([stop, wrapUp.asked]) };
  const { reply, round } = await askAgent(unhurried, winner, "present", prompt);
  if (reply.failure !== undefined) {
    if (stop.aborted) return undefined;
    if (wrapUp.asked.aborted) return reused;
    record.problem(winner, "failed as the presenter: its answer is used as it was");
    return reused;
  }
  round.outcome = "presentation";
  return { text: reply.text, how: synthesize ? "synthesized" : "presented" };
}
