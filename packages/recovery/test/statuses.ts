/** Changes to `pairStatus`: in presentation; won by alpha; before anybody answered. */
export const final = { phase: "presentation", completion_percentage: 100 };
export const winner = { votes: { "agent1.1": 2 }, winner: "alpha" };
export const nobody = {
  agents: { beta: { answer_count: 0 }, alpha: { answer_count: 0 } },
  historical_workspaces: [],
  coordination: { phase: "initial_answer", completion_percentage: 0 },
};
