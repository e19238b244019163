/** The files that an evaluator writes. */
export const artifactNames = {
  packet: "critique_packet.md",
  verdict: "verdict.json",
  nextTasks: "next_tasks.json",
} as const;
