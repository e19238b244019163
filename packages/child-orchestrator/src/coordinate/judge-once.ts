import { askAgent, type AskContext } from "../ask/ask-agent.ts";
import { now, type AgentState } from "../prepare/team-state.ts";
import { votePrompt } from "../prompt/team-prompts.ts";
import { readJudgement } from "./read-judgement.ts";
import { showAnswers } from "./show-answers.ts";
import { latestAnswers } from "./voting-state.ts";

/**
 * Asks an agent to judge the answers there are: its vote or new answer is recorded. A reply that is
 * neither is asked for once more; then the agent abstains.
 */
export async function judgeOnce(context: AskContext, agent: AgentState, task: string): Promise<void> {
  const { record, stop } = context;
  const { team } = record;
  let complaint: string | undefined;
  for (const attempt of ["first", "last"] as const) {
    const mayAnswer = agent.answers.length < team.rules.maxAnswers;
    const seen = team.answers.length;
    const shown = new Map(latestAnswers(team).map(({ agentId, label }) => [agentId, label]));
    const answers = await showAnswers(team, agent);
    const prompt = votePrompt({ task, answers, mayAnswer, complaint });
    const { reply, round } = await askAgent(context, agent, "vote", prompt, {
      labels: answers.map(({ label }) => label),
      mayAnswer,
    });
    if (reply.failure !== undefined) return;
    const judgement = readJudgement(team, agent, reply, { shown, mayAnswer });
    if (judgement.kind === "answer") {
      round.outcome = "answer";
      // It judges again, with its new answer among the others.
      agent.judged = undefined;
      await record.answer(agent, judgement.text);
      return;
    }
    if (judgement.kind === "vote") {
      round.outcome = "vote";
      agent.judged = seen;
      const { agentId: forAgent, label: forLabel } = judgement.answer;
      record.vote(agent, { forAgent, forLabel, reason: judgement.reason, at: now() }, shown);
      return;
    }
    complaint = judgement.complaint;
    round.outcome = "abstained";
    if (attempt === "last") {
      agent.judged = seen;
      record.changed("abstained", agent, { complaint });
    } else {
      record.changed("round_end", agent, { complaint });
      if (stop.aborted) return;
    }
  }
}
