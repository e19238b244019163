// An engine that gives one answer and then goes on until it is stopped.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const log = join(process.env.MASSGEN_LOG_BASE_DIR, "log_20260102_190131_938811/turn_1/attempt_1");
const timestamp = "20260102_190140_000001";
mkdirSync(join(log, "solo", timestamp), { recursive: true });
writeFileSync(join(log, "solo", timestamp, "answer.txt"), "half of the \u001b[31mwork\n");
const status = {
  meta: { elapsed_seconds: 1 },
  costs: { total_input_tokens: 12, total_output_tokens: 3, total_estimated_cost: 0 },
  coordination: { phase: "initial_answer", completion_percentage: 50 },
  agents: { solo: { status: "answered", answer_count: 1, latest_answer_label: "agent1.1", error: null } },
  historical_workspaces: [{ agentId: "solo", answerLabel: "agent1.1", timestamp, workspacePath: "" }],
  results: { votes: {}, winner: null },
};
writeFileSync(join(log, "status.json.tmp"), JSON.stringify(status));
renameSync(join(log, "status.json.tmp"), join(log, "status.json"));
process.on("SIGINT", () => process.exit(130));
setInterval(() => {}, 1000);
