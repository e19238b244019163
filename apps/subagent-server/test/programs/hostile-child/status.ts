type Document = Record<string, unknown>;

/** A status.json as engines write it, with other sections in place of some. */
export function statusOf(sections: Document): Document {
  return {
    meta: { elapsed_seconds: 1, start_time: 1_767_380_491, session_id: "session_1", question: "work" },
    costs: { total_input_tokens: 10, total_output_tokens: 1, total_estimated_cost: 0.25 },
    coordination: { phase: "initial_answer", active_agent: null, completion_percentage: 10 },
    agents: { agent1: { status: "answered", answer_count: 1, latest_answer_label: "agent1.1" } },
    historical_workspaces: [
      {
        answerId: "agent1-1",
        agentId: "agent1",
        answerNumber: 1,
        answerLabel: "agent1.1",
        timestamp: "20260102_190132_000001",
      },
    ],
    results: { votes: {}, winner: null, final_answer_preview: null },
    ...sections,
  };
}
