import { askAgent } from "../ask/ask-agent.ts";
import type { AgentState } from "../prepare/team-state.ts";
import { mustJudge } from "../record/progress.ts";
import { agentTask, type CoordinationContext } from "./agent-task.ts";
import { changeSignal, type ChangeSignal } from "./change-signal.ts";
import { judgeOnce } from "./judge-once.ts";
import { mayJudge, votingIsOver } from "./voting-state.ts";

/**
 * Lets all agents answer, and vote until everybody has judged what there is. Returns when they are
 * through, the run is interrupted, or it is wrapped up and there is an answer; the outcome is in the team's state.
 *
 * @throws what went wrong when an agent's work could not be saved, once all the others are stopped.
 */
export async function coordinateTeam(whole: CoordinationContext): Promise<void> {
  const { record, wrapUp, abort } = whole;
  const cut = new AbortController();
  const stop = AbortSignal.any([whole.stop, cut.signal]);
  const context = { ...whole, stop };
  const change = changeSignal();
  // A team that is wrapped up needs one answer: nobody is waited for then.
  const cutShort = () => {
    if (wrapUp.asked.aborted && record.team.answers.length > 0) cut.abort();
  };
  wrapUp.asked.addEventListener("abort", cutShort, { once: true });
  stop.addEventListener("abort", change.notify, { once: true });
  const parts = record.team.agents.map(async (agent) => {
    try {
      await workOn(context, agent, { change, cutShort });
    } catch (error) {
      abort();
      throw error;
    }
  });
  const failed = (await Promise.allSettled(parts)).find(({ status }) => status === "rejected");
  stop.removeEventListener("abort", change.notify);
  wrapUp.asked.removeEventListener("abort", cutShort);
  if (failed?.status === "rejected") throw failed.reason;
}

/** One agent's part: its first answer, then a vote as often as there is something new to judge. */
async function workOn(
  context: CoordinationContext,
  agent: AgentState,
  { change, cutShort }: { readonly change: ChangeSignal; readonly cutShort: () => void },
): Promise<void> {
  const { record, stop } = context;
  const { team } = record;
  const task = agentTask(context, agent);
  await answerFirst(context, agent, task);
  cutShort();
  change.notify();
  if (!team.rules.voting) return;
  while (!stop.aborted && agent.failure === undefined && !votingIsOver(team)) {
    if (mustJudge(team, agent) && mayJudge(team, agent)) {
      await judgeOnce(context, agent, task);
      change.notify();
    } else {
      await change.next();
    }
  }
}

async function answerFirst(context: CoordinationContext, agent: AgentState, task: string): Promise<void> {
  const { reply, round } = await askAgent(context, agent, "answer", task);
  // One that was whole when the run was stopped counts.
  if (reply.failure !== undefined) return;
  round.outcome = "answer";
  await context.record.answer(agent, reply.text);
}
