import type { AskContext } from "../ask/ask-agent.ts";
import type { AgentState } from "../prepare/team-state.ts";
import { taskPrompt } from "../prompt/task-prompt.ts";
import type { Turn } from "../session/session-store.ts";

export interface CoordinationContext extends AskContext {
  readonly earlierTurns: readonly Turn[];
  /** Stops the whole team. */
  readonly abort: () => void;
}

/** What an agent is told at every stage beside its role. */
export function agentTask({ record, earlierTurns }: CoordinationContext, agent: AgentState): string {
  const { prompt, contextPaths } = record.team;
  return taskPrompt({ prompt, workspace: agent.workspace, contextPaths, earlierTurns });
}
